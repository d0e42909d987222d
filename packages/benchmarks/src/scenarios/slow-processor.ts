import { setTimeout as sleep } from 'node:timers/promises';
import { Svc } from '@svc/sdk';
import { queryOne } from '../database/query.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { startGateway } from '../gateway/gateway.js';
import type { Options } from '../options.js';
import { startBackends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { startService } from '../processes/service.js';
import { ratio, type Outcome } from '../result.js';
import type { Server } from '../server.js';

const QUICK_MS = 20;
const SLOW_MS = 2_000;
const SLOW_PAYMENTS = 1_000;
const SLOW_PER_SECOND = 100;
/** Far below the limit of the service, so that only the slow processor can cause delays. */
const PER_SECOND = 80;
const CONNECTIONS = 8;
const WARM_UP = 1_000;
const MUST = 2;
const POLL_MS = 250;
const AT_MOST_MS = 300_000;

/** From the creation of a payment until its outcome is stored. */
interface Settled {
  readonly payments: number;
  readonly open: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

// The payments of a connection since a time.
const SETTLED = `
  SELECT count(*)::int AS payments, count(*) FILTER (WHERE status <> 'completed')::int AS open,
         coalesce(round(percentile_cont(0.5) WITHIN GROUP (ORDER BY took)::numeric, 1), 0)::float AS "p50Ms",
         coalesce(round(percentile_cont(0.99) WITHIN GROUP (ORDER BY took)::numeric, 1), 0)::float AS "p99Ms"
    FROM (SELECT p.status, extract(epoch FROM a.finished_at - id_time(p.id)) * 1000 AS took
            FROM payments p LEFT JOIN payment_attempts a ON a.environment_id = p.environment_id AND a.payment_id = p.id
           WHERE p.processor = 'http:' || $1 AND id_time(p.id) >= $2) timed`;

/** Compares how fast payments settle while another processor takes two seconds for each of a thousand with how fast they do alone. */
export async function runSlowProcessor({ seconds }: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const backends = await startBackends(cleanup);
  const gateways = { quick: await startGateway(QUICK_MS, cleanup), slow: await startGateway(SLOW_MS, cleanup) };
  const settings = { WEBHOOK_ALLOW_INSECURE: 'true' };
  const { api, accounts } = await startService(backends, 2, server, cleanup, settings);
  const [own, other] = accounts.map(({ liveKey }) => new Svc(liveKey, { baseUrl: `http://127.0.0.1:${api.port}` }));
  if (own === undefined || other === undefined) throw new Error('two accounts are needed');
  const connections = {
    otherAccount: await connect(other, gateways.quick, 1),
    sameAccount: await connect(own, gateways.quick, 1),
    slow: await connect(own, gateways.slow, 2),
  };
  const generator = await startLoadGenerator(cleanup);
  const keys = accounts.map(({ liveKey }) => liveKey);
  const plan = {
    port: api.port,
    connections: CONNECTIONS,
    rate: PER_SECOND,
    traffic: { kind: 'create-payment', keys, customers: 'repeating' },
  } as const;
  const settled = async (connection: string, since: Date): Promise<Settled> => {
    const id = connection.replace('proc_', '');
    const deadline = performance.now() + AT_MOST_MS;
    for (;;) {
      const found = await queryOne<Settled>(backends.databaseUrl, SETTLED, [id, since]);
      if (found.open === 0) return found;
      if (performance.now() > deadline) throw new Error(`${found.open} payments are open`);
      await sleep(POLL_MS);
    }
  };
  const others = async (since: Date) => ({
    otherAccount: await settled(connections.otherAccount, since),
    sameAccount: await settled(connections.sameAccount, since),
  });

  await generator.run({ ...plan, rate: PER_SECOND * 4, until: { requests: WARM_UP } });
  await others(new Date(0));

  console.error(`slow-processor: every processor takes ${QUICK_MS} ms`);
  const quietFrom = new Date();
  const quiet = await generator.run({ ...plan, until: { seconds } });
  const alone = await others(quietFrom);

  console.error(`slow-processor: another one takes ${SLOW_MS} ms for each of ${SLOW_PAYMENTS} payments`);
  const busyFrom = new Date();
  const making = create(own, connections.slow);
  const busy = await generator.run({ ...plan, until: { seconds } });
  const beside = await others(busyFrom);
  await making;
  const slow = await settled(connections.slow, busyFrom);
  const slowSeconds = Math.round((Date.now() - busyFrom.getTime()) / 100) / 10;

  const failures = [quiet, busy].flatMap(({ errors, firstError }) =>
    errors === 0 ? [] : [`${errors} responses were not 201, the first: ${firstError}`],
  );
  const rate = (ms: number): number => Math.round(1_000_000 / ms) / 1_000;
  const ratios = (['otherAccount', 'sameAccount'] as const).map((name) => {
    const [before, after] = [alone[name].p99Ms, beside[name].p99Ms];
    if (after > MUST * before) failures.push(`${name}: p99 is ${after} ms instead of ${before} ms`);
    return ratio(
      `p99 until payments of ${NAMES[name]} settle, beside a slow processor over without, at most`,
      { what: `alone, p99 ${before} ms`, perSecond: rate(before) },
      { what: `beside it, p99 ${after} ms`, perSecond: rate(after) },
      MUST,
    );
  });
  const slowly = { ...slow, seconds: slowSeconds, mostInProgress: await gateways.slow.mostInProgress() };
  return { figures: { alone, beside, slow: slowly }, ratios, failures, skipped: [] };
}

const NAMES = { otherAccount: 'another account', sameAccount: 'the same account at another connection' };

async function connect(svc: Svc, gateway: { readonly url: string }, priority: number): Promise<string> {
  const callbackSecret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const credentials = { url: gateway.url, apiKey: 'acq_benchmark', callbackSecret };
  const { id, status } = await svc.processors.create({ kind: 'http', name: 'Gateway', priority, credentials });
  if (status !== 'ok') throw new Error(`the connection is ${status}`);
  return id;
}

/** Creates the payments of the slow processor at a steady rate. */
async function create(svc: Svc, processorId: string): Promise<void> {
  const making: Promise<unknown>[] = [];
  for (let n = 0; n < SLOW_PAYMENTS; n++) {
    making.push(svc.payments.create({ amount: { value: 1_000 + n, currency: 'USD' }, processorId }));
    await sleep(1_000 / SLOW_PER_SECOND);
  }
  await Promise.all(making);
}
