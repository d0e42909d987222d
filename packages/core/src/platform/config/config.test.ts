import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { certificateAuthority } from '@svc/testing';
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
      WEBHOOK_EXTENDED_RETRY_DELAYS: [30, 300, 1_800, 7_200, 14_400, 28_800, 43_200].map((seconds) => seconds * 1_000),
      WEBHOOK_TIMEOUT: 30_000,
      WEBHOOK_ALLOW_INSECURE: false,
      WEBHOOK_ALLOWED_CIDRS: [],
      PG_PREPARED: true,
    });
  });

  it('names missing variables', () => {
    expect(() => loadConfig({})).toThrow(/DATABASE_URL: is required/);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '0x10'],
    ['DELIVERY_CONCURRENCY', '1e3'],
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/104'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0'],
    ['PROCESSOR_ALLOWED_CIDRS', '10.0.0.0'],
    ['WEBHOOK_TIMEOUT', '30'],
    ['WEBHOOK_RETRY_DELAYS', '30s,soon'],
    ['WEBHOOK_EXTENDED_RETRY_DELAYS', '30s,soon'],
    ['WEBHOOK_EXTENDED_RETRY_DELAYS', '30s,600h'],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['MASTER_KEY', `${complete.MASTER_KEY},c2hvcnQ=`],
    ['MASTER_KEY', `${complete.MASTER_KEY},${complete.MASTER_KEY}`],
    ['MASTER_KEY', [3, 4, 5, 6].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(',')],
    ['WEBHOOK_ALLOW_INSECURE', 'perhaps'],
    ['WEBHOOK_PROXY_URL', 'socks5://svc:hunter2@proxy.internal:1080'],
    ['REDIS_URL', 'redis://:hunter2@127.0.0.1:99999'],
    ['REDIS_URL', '127.0.0.1:6379'],
    ['REDIS_SENTINELS', 'sentinel.internal:99999'],
    ['REDIS_SENTINELS', 'redis://:hunter2@sentinel.internal:26379'],
    ['WEBHOOK_DNS', 'hosts'],
    ['WEBHOOK_DNS_SERVERS', 'ns.corp.test'],
    ['WEBHOOK_DNS_SERVERS', '10.0.0.2,10.0.0.3:99999'],
    ['WEBHOOK_EXTRA_CA', '/no/such/file.pem'],
    ['PROCESSOR_EXTRA_CA', fileURLToPath(import.meta.url)],
    ['DATABASE_URL', 'db.internal:5432/svc'],
    ['DATABASE_URL', 'mysql://db.internal/svc'],
    ['DATABASE_URL', 'postgres://svc:hunter2#@db.internal/svc'],
    ['PUBLIC_URL', 'pay.example.com:443'],
    ['PUBLIC_URL', 'ftp://pay.example.com'],
    ['PUBLIC_URL', 'https://svc:hunter2@pay.example.com'],
    ['PUBLIC_URL', 'https://pay.example.com/#top'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector.internal:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector.internal:4317'],
  ])('rejects an invalid %s without its value', (name, value) => {
    const load = (): unknown => loadConfig({ ...complete, [name]: value });
    expect(load).toThrow(new RegExp(`${name}: `));
    expect(load).not.toThrow(new RegExp(`: .*${value}`));
  });

  it.each([
    'CONSOLE_SESSION_IDLE',
    'CONSOLE_SESSION_MAX',
    'WEBHOOK_TIMEOUT',
    'PAYMENT_LEASE',
    'PROCESSOR_TIMEOUT',
    'PROCESSOR_PENDING_LIMIT',
    'EVENT_STREAM_DURATION',
    'SWEEP_INTERVAL',
  ])('rejects %s=0s', (name) => {
    expect(() => loadConfig({ ...complete, [name]: '0s' })).toThrow(`${name}: expected more than 0`);
    expect(() => loadConfig({ ...complete, [name]: '1ms' })).not.toThrow();
  });

  it.each([
    'postgresql://svc@db.internal:5432/svc?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://svc:p%23ss@[2001:db8::1]/svc',
    'postgres://svc@/svc?host=/var/run/postgresql',
    'postgres:///svc',
    'socket:/var/run/postgresql?db=svc',
    '/var/run/postgresql svc',
  ])('accepts DATABASE_URL=%s', (DATABASE_URL) => {
    expect(loadConfig({ ...complete, DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it('reads certificates from their file, and a proxy from its URL', async () => {
    const authority = await certificateAuthority();
    const { WEBHOOK_EXTRA_CA, WEBHOOK_PROXY_URL } = loadConfig({
      ...complete,
      WEBHOOK_EXTRA_CA: authority.file,
      WEBHOOK_PROXY_URL: 'http://svc:p%40ss@proxy.internal:3128',
    });
    expect(WEBHOOK_EXTRA_CA?.trim()).toBe((await readFile(authority.file, 'utf8')).trim());
    const authorization = `Basic ${Buffer.from('svc:p@ss').toString('base64')}`;
    expect(WEBHOOK_PROXY_URL).toEqual({ secure: false, hostname: 'proxy.internal', port: 3128, authorization });
    await authority.release();
  });

  it('reads Sentinels with their ports', () => {
    const REDIS_SENTINELS = 'sentinel-1.internal, 10.0.0.2:5000,[2001:db8::2]:26380';
    expect(loadConfig({ ...complete, REDIS_SENTINELS })).toMatchObject({
      REDIS_SENTINELS: [
        { host: 'sentinel-1.internal', port: 26_379 },
        { host: '10.0.0.2', port: 5_000 },
        { host: '2001:db8::2', port: 26_380 },
      ],
      REDIS_SENTINEL_NAME: 'mymaster',
    });
  });

  it('accepts name servers for endpoints, except with WEBHOOK_DNS=system', () => {
    const WEBHOOK_DNS_SERVERS = '10.0.0.2, [2001:db8::2]:5353';
    expect(loadConfig({ ...complete, WEBHOOK_DNS_SERVERS })).toMatchObject({
      WEBHOOK_DNS: 'dns',
      WEBHOOK_DNS_SERVERS: ['10.0.0.2', '[2001:db8::2]:5353'],
    });
    expect(() => loadConfig({ ...complete, WEBHOOK_DNS: 'system', WEBHOOK_DNS_SERVERS })).toThrow(
      /WEBHOOK_DNS_SERVERS: must not be set with WEBHOOK_DNS=system/,
    );
  });

  it('accepts several master keys; the first one wraps', () => {
    const [first, second] = [Buffer.alloc(32, 3), Buffer.alloc(32, 1)];
    const { MASTER_KEY } = loadConfig({
      ...complete,
      MASTER_KEY: [first, second].map((key) => key.toString('base64')).join(),
    });
    expect(MASTER_KEY.all.map(({ bytes }) => bytes)).toEqual([first, second]);
    expect(MASTER_KEY.first.bytes).toEqual(first);
    expect(MASTER_KEY.first.name).toMatch(/^[0-9a-f]{16}$/);
  });

  it('requires the delivery lease to exceed the timeout', () => {
    expect(() => loadConfig({ ...complete, DELIVERY_LEASE: '39s' })).toThrow(/DELIVERY_LEASE: must exceed/);
  });

  it('requires the timeout to end before a worker must, when it stops', () => {
    const settings = { ...complete, DELIVERY_LEASE: '60s' };
    expect(loadConfig({ ...settings, WEBHOOK_TIMEOUT: '30s' }).WEBHOOK_TIMEOUT).toBe(30_000);
    expect(() => loadConfig({ ...settings, WEBHOOK_TIMEOUT: '31s' })).toThrow(
      /^Invalid configuration:\n {2}WEBHOOK_TIMEOUT: must be at most 30s$/,
    );
  });

  it.each([
    ['WEBHOOK_RETRY_DELAYS', '4m,6m', '12m', true],
    ['WEBHOOK_RETRY_DELAYS', '4m,6m', '720001ms', false],
    ['WEBHOOK_EXTENDED_RETRY_DELAYS', '4m,6m', '12m', true],
    ['WEBHOOK_EXTENDED_RETRY_DELAYS', '4m,6m', '720001ms', false],
    ['WEBHOOK_RETRY_DELAYS', '100h', '5d', true],
    ['WEBHOOK_EXTENDED_RETRY_DELAYS', '100h', '5d', true],
  ])('with %s=%s and WEBHOOK_DISABLE_AFTER=%s is refused: %j', (name, delays, disableAfter, isRefused) => {
    const short = { WEBHOOK_RETRY_DELAYS: '1s', WEBHOOK_EXTENDED_RETRY_DELAYS: '1s' };
    const load = (): unknown =>
      loadConfig({ ...complete, ...short, [name]: delays, WEBHOOK_DISABLE_AFTER: disableAfter });
    if (!isRefused) expect(load).not.toThrow();
    else expect(load).toThrow(new RegExp(`  WEBHOOK_DISABLE_AFTER: must exceed 1.2 times the sum of ${name}$`));
  });

  it('names both schedules that outlast WEBHOOK_DISABLE_AFTER', () => {
    const load = (): unknown => loadConfig({ ...complete, WEBHOOK_DISABLE_AFTER: '9h' });
    expect(load).toThrow(/ of WEBHOOK_RETRY_DELAYS\n.* of WEBHOOK_EXTENDED_RETRY_DELAYS$/);
  });

  describe('of an acquirer', () => {
    const acquirer = {
      ...complete,
      PROCESSOR_LIVE: 'http',
      PROCESSOR_URL: 'https://acquirer.example.com/svc',
      PROCESSOR_API_KEY: 'acq_12345678',
      PROCESSOR_CALLBACK_SECRET: `whsec_${Buffer.alloc(24, 3).toString('base64')}`,
    };

    it('is accepted when complete; live payments then go to the acquirer, otherwise they are manual', () => {
      expect(loadConfig(acquirer)).toMatchObject({ PROCESSOR_LIVE: 'http', PROCESSOR_TIMEOUT: 15_000 });
      expect(loadConfig(acquirer).PROCESSOR_CALLBACK_SECRET).toEqual([Buffer.alloc(24, 3)]);
      expect(loadConfig(complete).PROCESSOR_LIVE).toBe('manual');
    });

    it.each(['PROCESSOR_URL', 'PROCESSOR_API_KEY', 'PROCESSOR_CALLBACK_SECRET'])('requires %s', (name) => {
      expect(() => loadConfig({ ...acquirer, [name]: '' })).toThrow(`${name}: is required with PROCESSOR_LIVE=http`);
    });

    it('requires the other variables with PROCESSOR_URL, even if live payments are manual', () => {
      const { PROCESSOR_URL } = acquirer;
      expect(() => loadConfig({ ...complete, PROCESSOR_URL })).toThrow(/PROCESSOR_API_KEY: is required/);
    });

    it.each([
      ['PROCESSOR_LIVE', 'sandbox'],
      ['PROCESSOR_URL', 'http://acquirer.example.com/svc'],
      ['PROCESSOR_URL', 'https://user:word@acquirer.example.com/svc'],
      ['PROCESSOR_URL', 'https://acquirer.example.com/svc?key=word'],
      ['PROCESSOR_API_KEY', 'with space'],
      ['PROCESSOR_CALLBACK_SECRET', 'whsec_c2hvcnQ='],
      ['PROCESSOR_CALLBACK_SECRET', 'correct horse battery staple correct horse'],
      ['PROCESSOR_TIMEOUT', 'soon'],
    ])('rejects an invalid %s without its value (%s)', (name, value) => {
      const load = (): unknown => loadConfig({ ...acquirer, [name]: value });
      expect(load).toThrow(new RegExp(`${name}: `));
      expect(load).not.toThrow(value);
    });

    it('may be on this machine without TLS', () => {
      const PROCESSOR_URL = 'http://127.0.0.1:4100/svc';
      expect(loadConfig({ ...acquirer, PROCESSOR_URL })).toMatchObject({ PROCESSOR_URL });
    });

    it('requires the payment lease to exceed two requests', () => {
      expect(() => loadConfig({ ...acquirer, PROCESSOR_TIMEOUT: '21s' })).toThrow(/PAYMENT_LEASE: must exceed/);
    });
  });

  describe('of an identity provider', () => {
    const provider = {
      ...complete,
      CONSOLE_OIDC_ISSUER: 'https://login.example.com/realms/staff',
      CONSOLE_OIDC_CLIENT_ID: 'svc',
      CONSOLE_OIDC_ROLES: '{"admins":{"acct_1":"owner"}}',
    };

    it('is accepted when complete, and on this machine without TLS', () => {
      expect(loadConfig(provider)).toMatchObject({
        CONSOLE_PASSWORD: true,
        CONSOLE_OIDC_SCOPES: 'openid profile email',
        CONSOLE_OIDC_ROLES: { admins: { acct_1: 'owner' } },
      });
      const CONSOLE_OIDC_ISSUER = 'http://localhost:8080';
      expect(loadConfig({ ...provider, CONSOLE_OIDC_ISSUER })).toMatchObject({ CONSOLE_OIDC_ISSUER });
    });

    it.each(['CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_ROLES'])('requires %s', (name) => {
      expect(() => loadConfig({ ...provider, [name]: '' })).toThrow(`${name}: is required with CONSOLE_OIDC_ISSUER`);
    });

    it.each([
      ['CONSOLE_OIDC_ISSUER', 'http://login.example.com'],
      ['CONSOLE_OIDC_ISSUER', 'https://user:word@login.example.com'],
      ['CONSOLE_OIDC_SCOPES', 'profile email'],
      ['CONSOLE_OIDC_ROLES', 'hunter2'],
      ['CONSOLE_OIDC_ROLES', '{"admins":{"acct_1":"administrator"}}'],
      ['CONSOLE_OIDC_ROLES', '{"admins":{"1":"owner"}}'],
      ['CONSOLE_OIDC_ROLES', '{"admins":{"acct_01":"owner"}}'],
      ['CONSOLE_OIDC_ROLES', '{"admins":{"acct_9999999999999999999":"owner"}}'],
    ])('rejects an invalid %s without its value (%s)', (name, value) => {
      const load = (): unknown => loadConfig({ ...provider, [name]: value });
      expect(load).toThrow(new RegExp(`${name}: expected`));
      expect(load).not.toThrow(value);
    });

    it('is needed to turn passwords off', () => {
      expect(loadConfig({ ...provider, CONSOLE_PASSWORD: 'off' }).CONSOLE_PASSWORD).toBe(false);
      expect(() => loadConfig({ ...complete, CONSOLE_PASSWORD: 'off' })).toThrow(/CONSOLE_PASSWORD: must be on/);
    });
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ ...complete, PORT: '' }).PORT).toBe(3000);
  });

  it('is printed as a table with every variable', () => {
    const table = configTable();
    expect(table).toContain('| `WEBHOOK_RETRY_DELAYS` | `30s,15m,450m` |');
    expect(table).toContain('| `DATABASE_URL` | required |');
    expect(table).toContain('| `PUBLIC_URL` | none |');
  });
});
