import { queryOne, queryRows } from '../database/query.js';
import type { Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import {
  allRecorded,
  startDelivering,
  storedDeliveries,
  type DeliveringService,
} from '../receiver/delivering-service.js';
import { ratio, type Outcome } from '../result.js';
import type { Server } from '../server.js';

/** Many, as an account may only create 10,000 payments a minute; with more, another process makes the deliveries. */
const ENDPOINTS = 20;
const WARM_UP = 200;
const DELIVERIES_PER_SECOND = 10;
/** The p99 beside the backlog may be this many times the p99 without, or longer by so many milliseconds. */
const MUST = 2;
const MAX_MORE_MS = 250;

// From the creation of a delivery to the beginning of its attempt, by the database's clock.
const DELAYS = `
  SELECT count(*)::int AS deliveries, round(1000 * max(delay))::int AS "maxMs",
         round(1000 * percentile_cont(0.5) WITHIN GROUP (ORDER BY delay))::int AS "p50Ms",
         round(1000 * percentile_cont(0.99) WITHIN GROUP (ORDER BY delay))::int AS "p99Ms"
    FROM (SELECT extract(epoch FROM a.at - id_time(d.id)) AS delay
            FROM deliveries d
            JOIN delivery_attempts a ON a.environment_id = d.environment_id AND a.delivery_id = d.id
           WHERE d.environment_id = $1 AND d.id > $2) delays`;

/** As if their first attempts had failed, and their retries were due at the same time. */
const FAIL = `
  WITH failed AS (
    UPDATE deliveries SET attempts = 1, due_at = now() WHERE due_at IS NOT NULL
    RETURNING environment_id, id
  )
  INSERT INTO delivery_attempts (environment_id, delivery_id, n, at, duration_ms, status_code)
  SELECT environment_id, id, 1, now(), 1, 500 FROM failed`;

interface Delays {
  readonly deliveries: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Compares the delay of one account's ten deliveries a second without and with a backlog of another account. */
export async function runFairness({ seconds, backlog }: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const service = await startDelivering({ accounts: 3, endpoints: ENDPOINTS }, server, cleanup);
  const [newKey = '', retryKey = '', probeKey = ''] = service.keys;
  let worker = await service.startWorker();
  await createAt(service, probeKey, { requests: WARM_UP });

  await allRecorded(service.databaseUrl);
  const own = 'SELECT environment_id AS environment FROM deliveries LIMIT 1';
  const { environment } = await queryOne<{ environment: number }>(service.databaseUrl, own);
  const measured = { key: probeKey, environment };
  console.error('fairness: one account alone');
  const alone = await probe(service, measured, seconds);

  const beside = async (retries: boolean): Promise<Delays> => {
    await worker.stop();
    console.error(`fairness: another account has ${backlog} due ${retries ? 'retries' : 'deliveries'}`);
    await createAt(service, retries ? retryKey : newKey, { requests: Math.ceil(backlog / ENDPOINTS) });
    if (retries) await queryRows(service.databaseUrl, FAIL);
    worker = await service.startWorker();
    return probe(service, measured, seconds);
  };
  const [besideNew, besideRetries] = [await beside(false), await beside(true)];

  const limit = Math.max(alone.p99Ms * MUST, alone.p99Ms + MAX_MORE_MS);
  const failures = [besideNew, besideRetries].flatMap(({ p99Ms }) =>
    p99Ms <= limit ? [] : [`p99 beside the backlog is ${p99Ms} ms; it was ${alone.p99Ms} ms alone`],
  );
  const rate = (ms: number): number => Math.round(1_000_000 / ms) / 1_000;
  return {
    figures: { alone, besideNew, besideRetries, stored: await storedDeliveries(service.databaseUrl) },
    ratios: [
      ratio(
        'p99 from creation to attempt beside a backlog over alone, at most',
        { what: `alone, p99 ${alone.p99Ms} ms`, perSecond: rate(alone.p99Ms) },
        { what: `beside a backlog, p99 ${besideNew.p99Ms} ms`, perSecond: rate(besideNew.p99Ms) },
        MUST,
      ),
    ],
    failures,
    skipped: [],
  };
}

async function probe(
  service: DeliveringService,
  { key, environment }: { readonly key: string; readonly environment: number },
  seconds: number,
): Promise<Delays> {
  const { id } = await queryOne<{ id: string }>(service.databaseUrl, 'SELECT max(id) AS id FROM deliveries');
  await createAt(service, key, { seconds }, DELIVERIES_PER_SECOND / ENDPOINTS);
  await allRecorded(service.databaseUrl);
  return queryOne<Delays>(service.databaseUrl, DELAYS, [environment, id]);
}

async function createAt(
  { api, generator }: DeliveringService,
  key: string,
  until: { readonly seconds: number } | { readonly requests: number },
  rate?: number,
): Promise<void> {
  const traffic = { kind: 'create-payment', keys: [key], customers: 'repeating', held: true } as const;
  // A connection that idles for seconds would be closed.
  const pace = rate === undefined ? { connections: 16 } : { connections: 1, rate };
  const { errors, firstError } = await generator.run({ port: api.port, ...pace, until, traffic });
  if (errors > 0) throw new Error(`${errors} responses were not 201, the first: ${firstError}`);
}
