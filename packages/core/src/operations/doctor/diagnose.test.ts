import {
  answer,
  createEmptyDatabase,
  hangUp,
  startConnectProxy,
  startReceiver,
  type Reply,
  type TestDatabase,
} from '@svc/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentTokens } from '../../customers/payment-tokens.js';
import { SEALED_COLUMNS } from '../../app/sealed-columns.js';
import { MasterKeys } from '../../platform/crypto/master-keys.js';
import { migrate } from '../../schema/migrate.js';
import { diagnose, type Diagnosis } from './diagnose.js';

let database: TestDatabase;
let well: Record<string, string>;

beforeAll(async () => {
  // Not a copy of the template: the lag of roll-ups counts from the migration.
  database = await createEmptyDatabase();
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
  it('reports a healthy installation, and the sources of settings without their values', async () => {
    const diagnosis = await diagnose(well, { MASTER_KEY: 'keys.json' });
    expect(diagnosis.findings.map(({ about, state }) => [about, state])).toEqual([
      ['settings', 'ok'],
      ['postgres', 'ok'],
      ['clocks', 'ok'],
      ['schema', 'ok'],
      ['cell', 'ok'],
      ['collation', 'ok'],
      ['due deliveries', 'ok'],
      ['due payments', 'ok'],
      ['due refunds', 'ok'],
      ['due subscriptions', 'ok'],
      ['roll-ups', 'ok'],
      ['prepared transactions', 'ok'],
      ['open transactions', 'ok'],
      ['long reads', 'ok'],
      ['replication slots', 'ok'],
      ['partitions', 'ok'],
      ['request log', 'ok'],
      ['retention', 'ok'],
      ['undecided', 'ok'],
      ['slow payments', 'ok'],
      ['unclear refunds', 'ok'],
      ['archiving', 'ok'],
      ['accounts', 'ok'],
      ['processors', 'ok'],
      ['processor events', 'ok'],
      ['processor settlement', 'ok'],
      ['processor notices', 'ok'],
      ['processor accounts', 'ok'],
      ['ledger', 'ok'],
      ['master key', 'ok'],
      ['pepper', 'ok'],
      ['redis', 'ok'],
      ['redis memory', 'ok'],
    ]);
    expect(diagnosis).toMatchObject({ healthy: true, verdict: 'All is well.' });
    const origin = (name: string): unknown => diagnosis.settings.find((setting) => setting.name === name)?.source;
    expect(['DATABASE_URL', 'MASTER_KEY', 'PORT', 'PUBLIC_URL'].map(origin)).toEqual([
      'environment',
      'keys.json',
      'default',
      'unset',
    ]);
    for (const value of Object.values(well)) expect(JSON.stringify(diagnosis)).not.toContain(value);
  });

  it('reports missing and invalid settings', async () => {
    const diagnosis = await diagnose({ PORT: 'http', REDIS_URL: '' });
    expect(diagnosis.healthy).toBe(false);
    expect(diagnosis.findings[0]?.text).toMatch(/DATABASE_URL: is required[^]*MASTER_KEY: is required/);
  });

  it('reports an invalid URL of Redis without its password', async () => {
    const password = 'hunter2hunter2';
    const diagnosis = await diagnose({ ...well, REDIS_URL: `redis://:${password}@127.0.0.1:99999` });
    expect(stateOf(diagnosis, 'redis')).toBe('failed');
    expect(JSON.stringify(diagnosis)).not.toContain(password);
    expect(diagnosis.findings[0]?.text).toContain('REDIS_URL: expected redis://:password@host:port');
  });

  it('reports what is unreachable', async () => {
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

  it('reports a schema that is missing or out of date', async () => {
    const empty = await createEmptyDatabase();
    expect(stateOf(await diagnose({ ...well, DATABASE_URL: empty.url }), 'schema')).toBe('failed');
    await empty.drop();
    await query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1')`);
    expect(stateOf(await diagnose(well), 'schema')).toBe('warning');
    await query(`UPDATE migrations SET name = 'Foundation1765280000000' WHERE name LIKE 'Baseline%'`);
    await query(`DELETE FROM migrations WHERE name = 'Later1'`);
    expect(JSON.stringify(await diagnose(well))).toContain('Set DATABASE_URL to an empty database.');
    await query(`UPDATE migrations SET name = 'Baseline1765500000000'`);
  });

  it('reports a database of another cell', async () => {
    expect(stateOf(await diagnose({ ...well, CELL: '3' }), 'cell')).toBe('failed');
  });

  it('reports overdue work and missing partitions', async () => {
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
    await query('DELETE FROM delivery_attempts');
    await query(`DO $$ BEGIN EXECUTE (SELECT 'DROP TABLE ' || string_agg(name, ', ') FROM event_partitions
                                       WHERE to_id > id_at(now() + interval '7 days')); END $$`);
    expect(stateOf(await diagnose(well), 'partitions')).toBe('warning');
    expect(stateOf(await diagnose(well), 'request log')).toBe('ok');
    await query(`DO $$ BEGIN EXECUTE (SELECT 'DROP TABLE ' || name FROM range_partitions WHERE parent = 'request_log'
                                       AND id_at(now() + interval '1 day') BETWEEN from_id AND to_id - 1); END $$`);
    expect(stateOf(await diagnose(well), 'request log')).toBe('warning');
  });

  it('names suspended accounts, up to five', async () => {
    await query(`INSERT INTO accounts (id, name, tier, suspended_at)
                 SELECT n, 'Account', 'pro', CASE WHEN n > 21 THEN now() END FROM generate_series(21, 27) n`);
    const { findings } = await diagnose(well);
    expect(findings.find(({ about }) => about === 'accounts')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('suspended: acct_22, acct_23, acct_24, acct_25, acct_26 and 1 more;') as string,
    });
    await query('DELETE FROM accounts WHERE id BETWEEN 21 AND 27');
  });

  it('reports long unresolved outcomes: payments that require attention or are pending, refunds without a response', async () => {
    await query(
      `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, updated_at)
       VALUES (1, 2, 'pending', 'requires_attention', 900, 'USD', '{}', 'http', now())`,
    );
    await query(
      `INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
       VALUES (1, 3, 2, 'pending', 400, 'USD', '{}', now() + interval '1 hour', now())`,
    );
    await query(
      `INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at, unclear_since)
       VALUES (1, 4, 3, 'http', 'open', now(), now() - interval '23 hours')`,
    );
    expect(stateOf(await diagnose(well), 'unclear refunds')).toBe('ok');
    await query(`UPDATE refund_attempts SET unclear_since = now() - interval '25 hours'`);
    const diagnosis = await diagnose(well);
    const { findings } = diagnosis;
    const text = (about: string): string | undefined => findings.find((finding) => finding.about === about)?.text;
    expect(text('undecided')).toContain('1 payment(s) require attention, such as pay_2');
    expect(text('unclear refunds')).toContain('1 unclear for over 24 h, such as ref_3');
    expect([stateOf(diagnosis, 'undecided'), stateOf(diagnosis, 'unclear refunds')]).toEqual(['warning', 'warning']);
    expect(diagnosis).toMatchObject({ healthy: true, verdict: expect.stringContaining('warning(s)') as string });

    await query(`UPDATE payments SET stage = 'processing'`);
    await query(`UPDATE refund_attempts SET state = 'pending', unclear_since = NULL`);
    await query(
      `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
       VALUES (1, 5, 2, 'authorize', 'http', 'pending', now())`,
    );
    const began = async (ago: string): Promise<Diagnosis> => {
      await query(`UPDATE payment_attempts SET started_at = now() - interval '${ago}'`);
      await query(`UPDATE refund_attempts SET started_at = now() - interval '${ago}'`);
      return diagnose(well);
    };
    const [young, old, oldest] = [await began('23 hours'), await began('25 hours'), await began('169 hours')];
    expect([young, old].map((each) => stateOf(each, 'slow payments'))).toEqual(['ok', 'warning']);
    expect([old, oldest].map((each) => stateOf(each, 'unclear refunds'))).toEqual(['ok', 'warning']);
    const told = JSON.stringify(oldest.findings);
    expect(told).toContain('1 pending for over 24 h, such as pay_2; GET /v1/payments/pay_2/timeline');
    expect(told).toContain('1 pending past PROCESSOR_PENDING_LIMIT, such as ref_3; GET /v1/refunds/ref_3');
    await query('DELETE FROM payment_attempts');
    await query('DELETE FROM refund_attempts');
    await query('DELETE FROM refunds');
    await query('DELETE FROM payments');
  });

  it('checks that a configured acquirer is reachable, accepts the key and implements its contract', async () => {
    const gateway = await startReceiver({ tls: false });
    const acquirer = {
      ...well,
      PROCESSOR_LIVE: 'http',
      // Resolved as the service does: to this machine, whatever getaddrinfo says.
      PROCESSOR_URL: `http://gateway.localhost:${gateway.port}/svc/`,
      PROCESSOR_API_KEY: 'acq_doctor_key',
      PROCESSOR_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
    };
    const headers = { 'content-type': 'application/json' };
    const emptyStatement = answer(200, { headers, body: '{"data":[],"nextCursor":null}' });
    const judged = async (reply: Reply, statement: Reply = emptyStatement) => {
      gateway.respond('*', statement);
      gateway.respond('/svc/operations/svc-doctor', reply);
      return stateOf(await diagnose(acquirer), 'acquirer');
    };
    const body = '{"code":"operation_not_found"}';
    const notDone = answer(404, { headers, body });
    expect(await judged(notDone)).toBe('ok');
    expect(gateway.requests).toMatchObject(
      ['/svc/operations/svc-doctor', expect.stringMatching(/^\/svc\/operations\?from=.+&to=.+&limit=1$/)].map(
        (path) => ({
          method: 'GET',
          path: path as string,
          headers: { authorization: 'Bearer acq_doctor_key' },
        }),
      ),
    );
    for (const reply of [401, answer(404, { body }), answer(404, { headers, body: '{}' }), 200, 500, hangUp]) {
      expect(await judged(reply)).toBe('failed');
    }
    for (const statement of [answer(501, { headers, body: '{"code":"cannot_list"}' }), 501, 404, 200]) {
      expect(await judged(notDone, statement)).toBe('warning');
    }
    const { findings } = await diagnose(acquirer);
    expect(JSON.stringify(findings)).not.toContain('acq_doctor_key');
    await gateway.close();
  });

  it('reports differences between the ledger and payments, even old ones', async () => {
    await query(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
    await query(`INSERT INTO environments (account_id, mode) VALUES (1, 'test')`);
    await query(
      `INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
       SELECT id, n, 'completed', 1999, 'USD', '{}', 'sandbox', now() FROM environments, generate_series(1, 5) n`,
    );
    const { findings } = await diagnose(well);
    expect(findings.find(({ about }) => about === 'ledger')).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/^5 differ: pay_1: 1999 USD recorded, nothing posted; pay_2: .*, and 2 more$/),
    });
    await query('DELETE FROM payments');
  });

  it('reports partitions past the longest retention of the setting and all accounts', async () => {
    await query(
      `SELECT make_partition('events', id_at(now() - interval '60 days'), id_at(now() - interval '50 days'))`,
    );
    const within = { ...well, EVENT_RETENTION_DAYS: '40' };
    expect(stateOf(await diagnose(well), 'retention')).toBe('ok');
    const { findings } = await diagnose(within);
    const text = findings.find(({ about }) => about === 'retention')?.text;
    expect(text).toMatch(/^not dropped after 40 days: events_from_\d+; .*partition_kept/);
    await query(`INSERT INTO accounts (id, name, tier) VALUES (9, 'Nine', 'pro')`);
    await query(`INSERT INTO environments (account_id, mode) VALUES (9, 'live')`);
    await query(`INSERT INTO security_configs (environment_id, retention_days) SELECT id, 43 FROM environments`);
    expect(stateOf(await diagnose(within), 'retention')).toBe('ok');
  });

  it('reports whether MASTER_KEY opens the stored secrets, and which key is missing', async () => {
    const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
    const keysOf = (byte: number): MasterKeys => new MasterKeys([Buffer.alloc(32, byte)]);
    const row = { environmentId: 1, customerId: '7', id: '8' };
    const { ciphertext, dataKey } = new PaymentTokens(keysOf(7)).seal('tok', row);
    const hex = (bytes: Buffer): string => `decode('${bytes.toString('hex')}', 'hex')`;
    await query(
      `INSERT INTO customers (environment_id, id, email, email_normalized, updated_at) VALUES (1, 7, 'a@b.c', 'a@b.c', now())`,
    );
    await query(
      `INSERT INTO payment_methods (environment_id, id, customer_id, type, token_ciphertext, token_data_key)
       VALUES (1, 8, 7, 'card', ${hex(ciphertext)}, ${hex(dataKey)})`,
    );
    const told = async (...bytes: number[]): Promise<string> => {
      const { findings } = await diagnose({ ...well, MASTER_KEY: bytes.map(key).join() }, {}, SEALED_COLUMNS);
      const { state, text } = findings.find(({ about }) => about === 'master key') ?? {};
      return `${state ?? ''}: ${text ?? ''}`;
    };
    const { name } = keysOf(7).first;
    expect(await told(7)).toBe(`ok: ${name} opens all 1 secrets`);
    expect(await told(9, 7)).toMatch(/^warning: 1 of 1 secrets are not under [0-9a-f]{16}; npm run master-key:rotate/);
    expect(await told(7, 9)).toBe(
      `warning: all 1 secrets are under ${name}: ${keysOf(9).first.name} can be removed if ${name} is the new key`,
    );
    expect(await told(9)).toMatch(`failed: MASTER_KEY does not open some payment tokens: it lacks ${name}`);
  });

  it('reports whether the webhook proxy is reachable, without its password', async () => {
    const proxy = await startConnectProxy();
    const proxied = { ...well, WEBHOOK_PROXY_URL: proxy.url.replace('//', '//svc:hunter2hunter2@') };
    expect(stateOf(await diagnose(proxied), 'webhook proxy')).toBe('ok');
    await proxy.close();
    const diagnosis = await diagnose(proxied);
    expect(stateOf(diagnosis, 'webhook proxy')).toBe('failed');
    expect(JSON.stringify(diagnosis)).not.toContain('hunter2');
  });

  it('reports a Redis that may evict queues', async () => {
    const redis = new Redis(well['REDIS_URL'] ?? '');
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const diagnosis = await diagnose(well);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    redis.disconnect();
    expect(stateOf(diagnosis, 'redis memory')).toBe('failed');
  });
});
