import { setTimeout as sleep } from 'node:timers/promises';
import { Svc } from '@svc/sdk';
import type { Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import { allRecorded, startDelivering, storedDeliveries } from '../receiver/delivering-service.js';
import type { Received, Receiver } from '../receiver/receiver.js';
import { ratio, type Outcome } from '../result.js';
import type { Server } from '../server.js';

const ACCOUNTS = 20;
const ENDPOINTS = 5;
/** Far below the limit of the service, so that only the hanging endpoint can cause delays. */
const CONNECTIONS = 4;
const WARM_UP = 500;
const MUST = 2;
const POLL_MS = 250;
const AT_MOST_MS = 60_000;

/** Compares the delay of events while one of a hundred endpoints hangs with the delay while none does. */
export async function runIsolation({ seconds }: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const settings = { accounts: ACCOUNTS, endpoints: ENDPOINTS };
  const service = await startDelivering(settings, server, cleanup);
  const { databaseUrl, api, keys, receiver, generator } = service;
  await service.startWorker();
  const traffic = { kind: 'create-payment', keys, customers: 'repeating', held: true } as const;
  const plan = { port: api.port, connections: CONNECTIONS, traffic };
  await generator.run({ ...plan, until: { requests: WARM_UP } });
  await allRecorded(databaseUrl);
  await receiver.received();

  console.error('isolation: every endpoint responds');
  const quiet = await generator.run({ ...plan, until: { seconds } });
  await allRecorded(databaseUrl);
  const alone = await receiver.received();

  console.error('isolation: one of them hangs');
  const svc = new Svc(keys[0] ?? '', { baseUrl: `http://127.0.0.1:${api.port}` });
  const [hanging] = (await svc.webhooks.list({ limit: 1 })).data;
  if (hanging === undefined) throw new Error('there is no endpoint to hang');
  await svc.webhooks.update(hanging.id, { url: `http://127.0.0.1:${receiver.port}/hang` });
  const busy = await generator.run({ ...plan, until: { seconds } });
  const expected = busy.requests * ENDPOINTS - Math.ceil(busy.requests / ACCOUNTS);
  const beside = await arrived(receiver, expected);

  const failures = [quiet, busy].flatMap(({ errors, firstError }) =>
    errors === 0 ? [] : [`${errors} responses were not 201, the first: ${firstError}`],
  );
  if (beside.p99Ms > MUST * alone.p99Ms) failures.push(`p99 is ${beside.p99Ms} ms instead of ${alone.p99Ms} ms`);
  const rate = (ms: number): number => Math.round(1_000_000 / ms) / 1_000;
  return {
    figures: { alone, beside, stored: await storedDeliveries(databaseUrl) },
    ratios: [
      ratio(
        'p99 from commit to receiver with a hanging endpoint over without, at most',
        { what: `every endpoint responds, p99 ${alone.p99Ms} ms`, perSecond: rate(alone.p99Ms) },
        { what: `one of ${ACCOUNTS * ENDPOINTS} hangs, p99 ${beside.p99Ms} ms`, perSecond: rate(beside.p99Ms) },
        MUST,
      ),
    ],
    failures,
    skipped: [],
  };
}

/** Waits for all deliveries and returns the figures. */
async function arrived(receiver: Receiver, deliveries: number): Promise<Received> {
  const deadline = performance.now() + AT_MOST_MS;
  for (;;) {
    const received = await receiver.soFar();
    if (received.deliveries >= deliveries) return received;
    if (performance.now() > deadline)
      throw new Error(`${received.deliveries} of ${deliveries} deliveries have arrived`);
    await sleep(POLL_MS);
  }
}
