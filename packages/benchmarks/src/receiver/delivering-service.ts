import { setTimeout as sleep } from 'node:timers/promises';
import { Svc } from '@svc/sdk';
import { Client } from 'pg';
import { queryOne } from '../database/query.js';
import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.js';
import { startBackends, type Backends } from '../processes/backends.js';
import type { Child } from '../processes/child.js';
import type { Cleanup } from '../processes/cleanup.js';
import { newSecrets, openAccounts, startProcess } from '../processes/service.js';
import type { AccountKeys, Server } from '../server.js';
import { startReceiver, TIMES, type Receiver } from './receiver.js';

const POLL_MS = 100;
const AT_MOST_MS = 600_000;
const INSECURE = { WEBHOOK_ALLOW_INSECURE: 'true' };

/** An API, and accounts with endpoints in one receiver. */
export interface DeliveringService {
  readonly databaseUrl: string;
  readonly backends: Backends;
  readonly api: Child;
  /** The test key of each account. */
  readonly keys: readonly string[];
  readonly receiver: Receiver;
  readonly generator: LoadGenerator;
  startWorker(): Promise<Child>;
}

/** Starts it with this number of endpoints per account, without a worker. */
export async function startDelivering(
  settings: {
    readonly accounts: number;
    readonly endpoints: number;
    readonly toWarmUp?: number;
    readonly event?: 'payment.pending' | 'payment.completed';
  },
  server: Server,
  cleanup: Cleanup,
): Promise<DeliveringService> {
  const { accounts: count, endpoints, toWarmUp = 0, event = 'payment.pending' } = settings;
  const backends = await startBackends(cleanup);
  const { databaseUrl } = backends;
  await server.migrate(databaseUrl);
  const secrets = newSecrets();
  const accounts = await openAccounts(count, databaseUrl, secrets.apiKeyPepper, server);
  const start = (name: 'api' | 'worker') => startProcess(name, backends, secrets, cleanup, INSECURE);
  const api = await start('api');
  const receiver = await startReceiver(toWarmUp, cleanup);
  await register(accounts, endpoints, event, { api: api.port, receiver: receiver.port });
  const generator = await startLoadGenerator(cleanup);
  const keys = accounts.map(({ testKey }) => testKey);
  return { databaseUrl, backends, api, keys, receiver, generator, startWorker: () => start('worker') };
}

/** Row counts. */
export interface Stored {
  readonly deliveries: number;
  readonly delivered: number;
  readonly attempts: number;
}

/** Counts deliveries, delivered ones and attempts. */
export function storedDeliveries(databaseUrl: string): Promise<Stored> {
  return queryOne<Stored>(databaseUrl, STORED);
}

const STORED = `
  SELECT count(*)::int AS deliveries, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
         (SELECT count(*) FROM delivery_attempts)::int AS attempts
    FROM deliveries`;

async function register(
  accounts: readonly AccountKeys[],
  endpoints: number,
  event: 'payment.pending' | 'payment.completed',
  ports: { readonly api: number; readonly receiver: number },
): Promise<void> {
  for (const { accountId, testKey } of accounts) {
    const svc = new Svc(testKey, { baseUrl: `http://127.0.0.1:${ports.api}` });
    for (let n = 1; n <= endpoints; n++) {
      const timing = event === 'payment.completed' ? TIMES.payments : '';
      const url = `http://127.0.0.1:${ports.receiver}/${accountId}/${n}${timing}`;
      await svc.webhooks.create({ url, events: [event] });
    }
  }
}

/**
 * Waits until no delivery is due and returns the time. The query uses the index and one connection, so it costs little.
 */
export async function allRecorded(databaseUrl: string): Promise<number> {
  const client = new Client({
    connectionString: databaseUrl,
    options: '-c enable_seqscan=off -c enable_bitmapscan=off',
  });
  await client.connect();
  try {
    const deadline = performance.now() + AT_MOST_MS;
    for (;;) {
      const at = Date.now();
      const { rows } = await client.query<{ open: boolean }>(OPEN);
      if (rows[0]?.open === false) return at;
      if (performance.now() > deadline) throw new Error('deliveries are still due');
      await sleep(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

const OPEN = {
  name: 'open',
  text: 'SELECT EXISTS (SELECT 1 FROM deliveries WHERE due_at IS NOT NULL) AS open',
};
