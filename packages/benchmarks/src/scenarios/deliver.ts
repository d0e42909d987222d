import { measureUndiciPool } from '../floor/http.js';
import type { Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import { residentMb } from '../processes/memory.js';
import { millisecondsEach, processorTime } from '../processes/processor-time.js';
import { allRecorded, startDelivering, storedDeliveries, type Stored } from '../receiver/delivering-service.js';
import { ratio, type Outcome } from '../result.js';
import type { Server } from '../server.js';

/** Endpoints per account; each payment has a delivery to each of them. */
const ENDPOINTS = 10;
/** Warm-up of the worker; the Pool has its own. */
const FIRST_DELIVERIES = 20_000;
const MUST = 0.4;

/** One worker processes a backlog of deliveries to one receiver; compares with an undici Pool alone. */
export async function runDeliver(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { seconds, connections, backlog } = options;
  const settings = { accounts: options.accounts, endpoints: ENDPOINTS, toWarmUp: FIRST_DELIVERIES };
  const service = await startDelivering(settings, server, cleanup);
  const { databaseUrl, backends, api, keys, receiver, generator, startWorker } = service;
  const payments = Math.ceil((FIRST_DELIVERIES + backlog) / ENDPOINTS);
  console.error(`deliver: ${payments} payments to ${ENDPOINTS} endpoints each`);
  const traffic = { kind: 'create-payment', keys, customers: 'repeating', held: true } as const;
  const created = await generator.run({ port: api.port, connections, until: { requests: payments }, traffic });
  await api.stop();

  const poolBefore = await measureUndiciPool(seconds, cleanup);
  console.error(`deliver: ${payments * ENDPOINTS} deliveries, the first ${FIRST_DELIVERIES} to warm up`);
  const worker = await startWorker();
  const workerAtStartMb = await residentMb(worker);
  const timeBefore = await processorTime(backends, api, worker);
  const recordedAt = await allRecorded(databaseUrl);
  const timeAfter = await processorTime(backends, api, worker);
  const received = await receiver.received();
  const workerAtEndMb = await residentMb(worker);
  await worker.stop();
  const poolAfter = await measureUndiciPool(seconds, cleanup);

  const stored = await storedDeliveries(databaseUrl);
  const { firstAt, warmAt } = received;
  const measured = received.deliveries - FIRST_DELIVERIES;
  const perSecond = Math.round(measured / ((recordedAt - warmAt) / 1_000));
  const pool = Math.round((poolBefore + poolAfter) / 2);
  const isTimed = timeBefore !== null && timeAfter !== null;
  const milliseconds = isTimed ? millisecondsEach(timeBefore, timeAfter, received.deliveries) : null;
  return {
    figures: {
      created,
      toWarmUp: { deliveries: FIRST_DELIVERIES, seconds: (warmAt - firstAt) / 1_000 },
      deliveries: measured,
      perSecond,
      seconds: (recordedAt - warmAt) / 1_000,
      fromTheStartPerSecond: Math.round(received.deliveries / ((recordedAt - firstAt) / 1_000)),
      undiciPoolPerSecond: { before: poolBefore, after: poolAfter, mean: pool },
      processorMillisecondsEach: milliseconds,
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

function missing(expected: number, received: number, stored: Stored): string[] {
  const { deliveries, delivered, attempts } = stored;
  if ([received, deliveries, delivered, attempts].every((count) => count === expected)) return [];
  return [`${expected} deliveries are due; ${received} received, ${JSON.stringify(stored)} stored`];
}
