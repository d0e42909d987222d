import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../database/migrate.js';
import { diagnose, type Diagnosis } from './diagnose.js';

let database: TestDatabase;
let well: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
  well = {
    DATABASE_URL: database.url,
    REDIS_URL: process.env['SVC_TEST_REDIS_URL'] ?? '',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    API_KEY_PEPPER: Buffer.alloc(32, 8).toString('base64'),
  };
});

afterAll(() => database.drop());

async function query(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function stateOf({ findings }: Diagnosis, about: string): string | undefined {
  return findings.find((finding) => finding.about === about)?.state;
}

describe('the doctor', () => {
  it('finds an installation well, and tells where settings come from but not what they are', async () => {
    const diagnosis = await diagnose(well, { MASTER_KEY: 'keys.json' });
    expect(diagnosis.findings.map(({ about, state }) => [about, state])).toEqual([
      ['settings', 'ok'],
      ['postgres', 'ok'],
      ['clocks', 'ok'],
      ['schema', 'ok'],
      ['due deliveries', 'ok'],
      ['due payments', 'ok'],
      ['due refunds', 'ok'],
      ['due subscriptions', 'ok'],
      ['roll-ups', 'ok'],
      ['partitions', 'ok'],
      ['redis', 'ok'],
      ['redis memory', 'ok'],
    ]);
    expect(diagnosis.healthy).toBe(true);
    const origin = (name: string): unknown => diagnosis.settings.find((setting) => setting.name === name)?.source;
    expect(['DATABASE_URL', 'MASTER_KEY', 'PORT', 'PUBLIC_URL'].map(origin)).toEqual([
      'environment',
      'keys.json',
      'default',
      'unset',
    ]);
    const told = JSON.stringify(diagnosis);
    for (const value of Object.values(well)) expect(told).not.toContain(value);
  });

  it('names settings that are missing or wrong', async () => {
    const diagnosis = await diagnose({ PORT: 'http', REDIS_URL: '' });
    expect(diagnosis.healthy).toBe(false);
    expect(diagnosis.findings[0]?.text).toMatch(/DATABASE_URL: is required[^]*MASTER_KEY: is required/);
  });

  it('says what cannot be reached', async () => {
    const password = 'hunter2hunter2';
    const away = {
      ...well,
      DATABASE_URL: `postgres://svc:${password}@127.0.0.1:1/svc`,
      REDIS_URL: `redis://:${password}@127.0.0.1:1`,
    };
    const diagnosis = await diagnose(away);
    expect([stateOf(diagnosis, 'postgres'), stateOf(diagnosis, 'redis')]).toEqual(['failed', 'failed']);
    const told = JSON.stringify(diagnosis);
    expect(told).toMatch(/DATABASE_URL is not reachable: .*ECONNREFUSED[^]*REDIS_URL is not reachable: .*ECONNREFUSED/);
    expect(told).not.toContain(password);
  });

  it('says that the schema is not there, or not up to date', async () => {
    const empty = await createTestDatabase();
    expect(stateOf(await diagnose({ ...well, DATABASE_URL: empty.url }), 'schema')).toBe('failed');
    await empty.drop();
    await query(`UPDATE migrations SET name = 'Later1' WHERE name LIKE 'ApiManners%'`);
    expect(stateOf(await diagnose(well), 'schema')).toBe('failed');
    await query(`UPDATE migrations SET name = 'ApiManners1764000100000' WHERE name = 'Later1'`);
    await query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1')`);
    expect(stateOf(await diagnose(well), 'schema')).toBe('warning');
    await query(`DELETE FROM migrations WHERE name = 'Later1'`);
  });

  it('says that work is left lying, and that partitions were not made', async () => {
    await query(
      `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at, updated_at)
       VALUES (1, 1, 'pending', 'processing', 1, 'USD', '{}', 'sandbox', now() - interval '20 seconds', now())`,
    );
    expect(stateOf(await diagnose(well), 'due payments')).toBe('warning');
    await query(`UPDATE payments SET due_at = now() - interval '2 hours'`);
    const diagnosis = await diagnose(well);
    expect(stateOf(diagnosis, 'due payments')).toBe('failed');
    expect(diagnosis.healthy).toBe(false);
    await query('DELETE FROM payments');

    await query(`UPDATE rollup_progress SET as_of = now() - interval '2 minutes'`);
    expect(stateOf(await diagnose(well), 'roll-ups')).toBe('warning');

    await query(
      `INSERT INTO delivery_attempts (environment_id, delivery_id, n, at, duration_ms)
       VALUES (1, 9000000000000000000, 1, now(), 1)`,
    );
    expect(stateOf(await diagnose(well), 'partitions')).toBe('failed');
  });

  it('says that Redis may throw queues away', async () => {
    const redis = new Redis(well['REDIS_URL'] ?? '');
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const diagnosis = await diagnose(well);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    redis.disconnect();
    expect(stateOf(diagnosis, 'redis memory')).toBe('failed');
  });
});
