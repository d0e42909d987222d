import { startStripeDouble, type StripeDouble } from '@svc/testing';
import { lookup } from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newRefund } from '../../../test/attempts.js';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/open-test-database.js';
import { MasterKeys } from '../../platform/crypto/master-keys.js';
import type { Database } from '../../platform/database/database.js';
import { installationIdOf } from '../../platform/database/installation-id.js';
import { ConnectionAdapters } from './connection-adapters.js';
import { ConnectionCredentials } from './connection-credentials.js';
import { ConnectionHealth } from './connection-health.js';
import type { ConnectionKind } from './connection-kind.js';
import { StripeConnection } from './stripe-connection.js';

const ref = { environmentId: 1, id: '7' };
const credentials = new ConnectionCredentials(new MasterKeys([Buffer.alloc(32, 1)]));
const logger = { warn: () => {}, error: () => {} };

const request = newRefund({ reference: '5', isRepeat: true, startedAt: new Date(), paymentExternalReference: 'pi_1' });

let server: OpenTestDatabase;
let database: Database;
let stripe: StripeDouble;
let adapters: ConnectionAdapters;

beforeAll(async () => {
  // One connection, so that statements run in the order in which they are sent.
  [server, stripe] = await Promise.all([openTestDatabase({ pool: 1 }), startStripeDouble()]);
  ({ database } = server);
  await sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
             VALUES (1, 7, 'stripe', 'Example', true, 1, 'ok', now())`);
}, 60_000);

afterAll(async () => {
  await stripe.close();
  await server.close();
});

beforeEach(async () => {
  await store(stripe.secretKey);
  const stripeKind: ConnectionKind = new StripeConnection({
    ...{ timeoutMs: 1_000, returnUrl: () => 'https://pay.example/return', lookup, baseUrl: stripe.url, logger },
    installationId: () => installationIdOf(database),
  });
  const health = new ConnectionHealth(database, logger);
  adapters = new ConnectionAdapters({ database, credentials, health, kinds: { stripe: stripeKind, http: stripeKind } });
});

const sql = (text: string, values: unknown[] = []) =>
  database.dataSource.query<Record<string, unknown>[]>(text, values);

function store(secretKey: string): Promise<unknown> {
  const { ciphertext, dataKey } = credentials.seal({ secretKey, webhookSecret: null }, ref);
  return sql('UPDATE processors SET credentials_ciphertext = $1, credentials_data_key = $2 WHERE environment_id = 1', [
    ciphertext,
    dataKey,
  ]);
}

const status = async () => (await sql('SELECT status FROM processors WHERE environment_id = 1'))[0]?.['status'];

const find = async () => (await adapters.find(ref.environmentId, ref.id))?.processor;

describe('the client of a connection', () => {
  it('is one, for all that need it at the same time', async () => {
    const found = await Promise.all([
      find(),
      find(),
      adapters.findById(ref.id).then((open) => open?.processor),
      find(),
    ]);
    expect(new Set(found).size).toBe(1);
    expect(await found[0]?.getRefundStatus(request)).toEqual({ kind: 'unknown' });
    expect(stripe.requests.at(-1)).toMatchObject({ step: 'list_refunds' });
    await adapters.onApplicationShutdown();
  });

  it('reports that the credentials are refused, but not after they were replaced', async () => {
    const refused = await find();
    stripe.keyState = 'revoked';
    const late = refused?.getRefundStatus(request);
    await store(stripe.secretKey);
    await late;
    expect(await status()).toBe('ok');
    const replaced = (await adapters.findById(ref.id))?.processor;
    expect(replaced).not.toBe(refused);
    await replaced?.getRefundStatus(request);
    expect(await status()).toBe('failing');
    await adapters.onApplicationShutdown();
  });
});
