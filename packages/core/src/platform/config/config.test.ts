import { describe, expect, it } from 'vitest';
import { configTable } from './config-table.js';
import { loadConfig } from './config.js';

const complete = {
  DATABASE_URL: 'postgres://localhost/svc',
  REDIS_URL: 'redis://localhost',
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  API_KEY_PEPPER: Buffer.alloc(32, 2).toString('base64'),
};

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(loadConfig(complete)).toMatchObject({
      PORT: 3000,
      WEBHOOK_RETRY_DELAYS: [30_000, 900_000, 27_000_000],
      WEBHOOK_TIMEOUT: 30_000,
      WEBHOOK_ALLOW_INSECURE: false,
      WEBHOOK_ALLOWED_CIDRS: [],
      PG_PREPARED: true,
    });
  });

  it('names what is missing', () => {
    expect(() => loadConfig({})).toThrow(/DATABASE_URL: is required/);
  });

  it.each([
    ['PORT', '70000'],
    ['WEBHOOK_TIMEOUT', '30'],
    ['WEBHOOK_RETRY_DELAYS', '30s,soon'],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['WEBHOOK_ALLOW_INSECURE', 'perhaps'],
  ])('names a wrong %s, and not its value', (name, value) => {
    const load = (): unknown => loadConfig({ ...complete, [name]: value });
    expect(load).toThrow(new RegExp(`${name}: `));
    expect(load).not.toThrow(new RegExp(`: .*${value}`));
  });

  it('wants the lease to outlast the timeout', () => {
    expect(() => loadConfig({ ...complete, WEBHOOK_TIMEOUT: '40s' })).toThrow(/DELIVERY_LEASE: must exceed/);
  });

  it('takes an empty variable for an unset one', () => {
    expect(loadConfig({ ...complete, PORT: '' }).PORT).toBe(3000);
  });

  it('is printed as a table with every variable', () => {
    const table = configTable();
    expect(table).toContain('| `WEBHOOK_RETRY_DELAYS` | `30s,15m,450m` |');
    expect(table).toContain('| `DATABASE_URL` | required |');
    expect(table).toContain('| `PUBLIC_URL` | none |');
  });
});
