import { Client } from 'pg';
import type { AccountKeys, Server } from '../server.js';
import { loadInBulk, LOADED_TABLES } from './bulk-load.js';
import { seedPlan, type SeedPlan } from './seed-plan.js';
import {
  customersBatch,
  FUNCTIONS,
  partitions,
  paymentsBatch,
  rollUps,
  unbalanced,
  webhooks,
} from './seed-statements.js';

interface SeedOptions {
  readonly databaseUrl: string;
  readonly apiKeyPepper: string;
  readonly payments: number;
  /** Number of new enterprise accounts, which get decreasing numbers of payments. */
  readonly accounts: number;
  /** Whether to seed a database with live payments. */
  readonly force: boolean;
  readonly say: (line: string) => void;
}

/** Why a database is not seeded. */
class SeedRefusal extends Error {
  override readonly name = 'SeedRefusal';
}

const BATCH = 50_000;
const SAY_EVERY_MS = 5_000;

const SETTINGS = `
  SET timezone = 'UTC';
  SET work_mem = '256MB';
  SET maintenance_work_mem = '512MB';
  SET statement_timeout = 0;
`;

const LIVE_PAYMENTS = `
  SELECT EXISTS (SELECT 1 FROM environments e WHERE mode = 'live'
                    AND EXISTS (SELECT 1 FROM payments WHERE environment_id = e.id)) AS live`;

const TEST_ENVIRONMENTS = `
  SELECT e.id FROM unnest($1::bigint[]) WITH ORDINALITY AS a (id, place)
    JOIN environments e ON e.account_id = a.id AND e.mode = 'test' ORDER BY place`;

/**
 * Fills the test environments of new accounts with generated customers and payments of the past year, in the state in
 * which the service leaves them. One transaction with all constraints.
 */
export async function seed(options: SeedOptions, server: Server): Promise<readonly AccountKeys[]> {
  const { databaseUrl, apiKeyPepper, say } = options;
  await server.migrate(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(SETTINGS);
    if (!options.force) await refuseLivePayments(client);
    const accounts: AccountKeys[] = [];
    for (let n = 0; n < options.accounts; n++) {
      const name = `Seeded ${n + 1}`;
      accounts.push(await server.createAccount({ databaseUrl, apiKeyPepper, tier: 'enterprise', name }));
    }
    const ids = accounts.map(({ accountId }) => accountId.replace('acct_', ''));
    const { rows } = await client.query<{ id: number }>(TEST_ENVIRONMENTS, [ids]);
    const environments = rows.map(({ id }) => id);
    await load(client, seedPlan(options.payments, environments, Date.now()), say);
    return accounts;
  } finally {
    await client.end();
  }
}

async function refuseLivePayments(client: Client): Promise<void> {
  const { rows } = await client.query<{ live: boolean }>(LIVE_PAYMENTS);
  if (rows[0]?.live === true)
    throw new SeedRefusal('The database contains live payments. Use --force to seed it anyway.');
}

async function load(client: Client, plan: SeedPlan, say: (line: string) => void): Promise<void> {
  await client.query('BEGIN');
  await client.query(FUNCTIONS);
  await loadInBulk(
    client,
    async () => {
      await client.query(partitions(plan));
      await client.query(webhooks(plan));
      await inBatches(client, 'customers', customersBatch(plan), plan.customers, say);
      await inBatches(client, 'payments', paymentsBatch(plan), plan.payments, say);
    },
    () => {
      say('indexes and constraints');
    },
  );
  say('roll-ups');
  await client.query(rollUps(plan));
  const { rows } = await client.query<{ unbalanced: number }>(unbalanced(plan));
  if (rows[0]?.unbalanced !== 0) throw new Error('the seeded ledger does not balance');
  await client.query('COMMIT');
  say('statistics');
  await client.query(`VACUUM (ANALYZE) ${[...LOADED_TABLES, 'payment_rollups'].join(', ')}`);
}

async function inBatches(
  client: Client,
  what: string,
  statement: string,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  let saidAt = performance.now();
  for (let from = 1; from <= count; from += BATCH) {
    const to = Math.min(count, from + BATCH - 1);
    await client.query(statement, [from, to]);
    if (performance.now() - saidAt < SAY_EVERY_MS) continue;
    say(`${what}: ${to} of ${count}`);
    saidAt = performance.now();
  }
}
