import { setTimeout as sleep } from 'node:timers/promises';
import { Svc } from '@svc/sdk';
import { queryOne } from '../database/query.js';
import { measureUndiciPool } from '../floor/http.js';
import { startLoadGenerator } from '../load/load-generator.js';
import type { Options } from '../options.js';
import { startBackends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { residentMb } from '../processes/memory.js';
import { newSecrets, openAccounts, startProcess } from '../processes/service.js';
import { startReceiver } from '../receiver/receiver.js';
import { ratio, type Outcome } from '../result.js';
import type { AccountKeys, Server } from '../server.js';

/** Of each account: as many deliveries of every payment, all to one receiver. */
const ENDPOINTS = 10;
const POLL_MS = 100;
const AT_MOST_MS = 600_000;
const MUST = 0.4;

/** A backlog of deliveries to one receiver, worked off by one worker, against requests through an undici Pool alone. */
export async function runDeliver(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { seconds, connections, backlog } = options;
  const backends = await startBackends(cleanup);
  await server.migrate(backends.databaseUrl);
  const secrets = newSecrets();
  const accounts = await openAccounts(options.accounts, backends.databaseUrl, secrets.apiKeyPepper, server);
  const insecure = { WEBHOOK_ALLOW_INSECURE: 'true' };
  const api = await startProcess('api', backends, secrets, cleanup, insecure);
  const receiver = await startReceiver(cleanup);
  await register(accounts, ENDPOINTS, { api: api.port, receiver: receiver.port });

  const payments = Math.ceil(backlog / ENDPOINTS);
  console.error(`deliver: ${payments} payments to ${ENDPOINTS} endpoints each`);
  const keys = accounts.map(({ testKey }) => testKey);
  const traffic = { kind: 'create-payment', keys, customers: 'repeating', held: true } as const;
  const generator = await startLoadGenerator(cleanup);
  const created = await generator.run({ port: api.port, connections, until: { requests: payments }, traffic });
  await api.stop();

  const poolBefore = await measureUndiciPool(seconds, cleanup);
  console.error(`deliver: ${payments * ENDPOINTS} deliveries`);
  const worker = await startProcess('worker', backends, secrets, cleanup, insecure);
  const workerAtStartMb = await residentMb(worker);
  const recordedAt = await allRecorded(backends.databaseUrl);
  const received = await receiver.received();
  const workerAtEndMb = await residentMb(worker);
  await worker.stop();
  const poolAfter = await measureUndiciPool(seconds, cleanup);

  const stored = await storedDeliveries(backends.databaseUrl);
  const perSecond = Math.round(received.deliveries / ((recordedAt - received.firstAt) / 1_000));
  const pool = Math.round((poolBefore + poolAfter) / 2);
  return {
    figures: {
      created,
      deliveries: received.deliveries,
      perSecond,
      seconds: (recordedAt - received.firstAt) / 1_000,
      undiciPoolPerSecond: { before: poolBefore, after: poolAfter, mean: pool },
      memory: { workerAtStartMb, workerAtEndMb },
      stored,
    },
    ratios: [
      ratio(
        'deliver over the undici Pool alone',
        { what: 'deliveries received and recorded', perSecond },
        { what: 'POSTs through one Pool, 100 in flight', perSecond: pool },
        MUST,
      ),
    ],
    failures: missing(payments * ENDPOINTS, received.deliveries, stored),
    skipped: [],
  };
}

/** Counts of rows. */
export interface Stored {
  readonly deliveries: number;
  readonly delivered: number;
  readonly attempts: number;
}

/** How many deliveries there are, and how many of them are through. */
export function storedDeliveries(databaseUrl: string): Promise<Stored> {
  return queryOne<Stored>(databaseUrl, STORED);
}

const STORED = `
  SELECT count(*)::int AS deliveries, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
         (SELECT count(*) FROM delivery_attempts)::int AS attempts
    FROM deliveries`;

function missing(expected: number, received: number, stored: Stored): string[] {
  const { deliveries, delivered, attempts } = stored;
  if ([received, deliveries, delivered, attempts].every((count) => count === expected)) return [];
  return [`${expected} deliveries are due; ${received} received, ${JSON.stringify(stored)} stored`];
}

/** Endpoints of each account that lead to the receiver, for every payment of test mode. */
export async function register(
  accounts: readonly AccountKeys[],
  endpoints: number,
  ports: { readonly api: number; readonly receiver: number },
): Promise<void> {
  for (const { accountId, testKey } of accounts) {
    const svc = new Svc(testKey, { baseUrl: `http://127.0.0.1:${ports.api}` });
    for (let n = 1; n <= endpoints; n++) {
      const url = `http://127.0.0.1:${ports.receiver}/${accountId}/${n}`;
      await svc.webhooks.create({ url, events: ['payment.pending'] });
    }
  }
}

/** Waits until no delivery is due, and answers when that was. */
export async function allRecorded(databaseUrl: string): Promise<number> {
  const deadline = performance.now() + AT_MOST_MS;
  for (;;) {
    const at = Date.now();
    const { open } = await queryOne<{ open: boolean }>(
      databaseUrl,
      'SELECT EXISTS (SELECT 1 FROM deliveries WHERE due_at IS NOT NULL) AS open',
    );
    if (!open) return at;
    if (performance.now() > deadline) throw new Error('deliveries are still due');
    await sleep(POLL_MS);
  }
}
