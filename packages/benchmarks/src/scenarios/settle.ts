import { workDone } from '../database/open-work.js';
import type { LoadReport } from '../load/plan.js';
import type { Options } from '../options.js';
import { createLimit, overLimit } from '../pgbench/create-limit.js';
import type { Cleanup } from '../processes/cleanup.js';
import { millisecondsEach, processorTime } from '../processes/processor-time.js';
import { allRecorded, startDelivering, storedDeliveries } from '../receiver/delivering-service.js';
import type { Received } from '../receiver/receiver.js';
import type { Outcome } from '../result.js';
import type { Server } from '../server.js';

const MUST = 0.15;
const FIRST_CREATES = 2_000;
/** The sandbox takes a second; a backlog that grows soon exceeds this. */
const MAX_P99_MS = 3_000;
const FIRST_RATE = 100;
const TRY_SECONDS = 12;
/** The step of the search, and of the descent when the found rate does not hold for the full time. */
const FACTOR = 1.25;
const MAX_TRIES = 16;

/** What one rate came to. */
interface Level {
  readonly rate: number;
  readonly load: LoadReport;
  readonly received: Received;
  readonly isLevel: boolean;
  readonly milliseconds: ReturnType<typeof millisecondsEach> | null;
}

/**
 * Finds the highest rate of test payments at which the backlog does not grow: each is created, approved by the sandbox, and its
 * `payment.completed` delivered. Compares with Postgres creating payments alone.
 */
export async function runSettle(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { seconds, connections, customers } = options;
  const settings = { accounts: options.accounts, endpoints: 1, event: 'payment.completed' } as const;
  const service = await startDelivering(settings, server, cleanup);
  const { databaseUrl, backends, api, keys, receiver, generator } = service;
  const worker = await service.startWorker();
  const plan = { port: api.port, connections, traffic: { kind: 'create-payment', keys, customers } } as const;
  let acknowledged = 0;
  const failures: string[] = [];

  const run = async (rate: number, until: { seconds: number } | { requests: number }): Promise<Level> => {
    const before = await processorTime(backends, api, worker);
    const load = await generator.run({ ...plan, rate, until });
    await workDone(databaseUrl);
    await allRecorded(databaseUrl);
    const after = await processorTime(backends, api, worker);
    const received = await receiver.received();
    const created = load.requests - load.errors;
    acknowledged += created;
    if (load.errors > 0) failures.push(`${load.errors} responses were not 201, the first: ${load.firstError}`);
    if (received.deliveries !== created) failures.push(`${created} were created, ${received.deliveries} received`);
    const isLevel = received.causeP99Ms <= MAX_P99_MS && load.perSecond >= rate * 0.98;
    console.error(
      `settle: ${rate} a second: ${load.perSecond} created, p99 to the receiver ${received.causeP99Ms} ms` +
        (isLevel ? '' : ', not level'),
    );
    const milliseconds = before === null || after === null ? null : millisecondsEach(before, after, created);
    return { rate, load, received, isLevel, milliseconds };
  };

  console.error(`settle: the first ${FIRST_CREATES}, to warm up`);
  await run(FIRST_RATE, { requests: FIRST_CREATES });
  const limitBefore = await createLimit(databaseUrl, 5);
  const tried = await search((rate) => run(rate, { seconds: TRY_SECONDS }));
  let found = await run(tried, { seconds });
  while (!found.isLevel && found.rate > 1) found = await run(Math.floor(found.rate / 1.1), { seconds });
  if (!found.isLevel) failures.push('no rate was level');
  const limitAfter = await createLimit(databaseUrl, 5);

  const stored = await storedDeliveries(databaseUrl);
  if (stored.delivered !== acknowledged) failures.push(`${acknowledged} were created; ${JSON.stringify(stored)}`);
  const { causeP50Ms, causeP99Ms } = found.received;
  const measured = {
    name: 'settle',
    what: 'created, completed and delivered at a level rate',
    perSecond: found.load.perSecond,
    must: MUST,
  };
  const { pgbenchOneStatementPerSecond, ratios, skipped } = overLimit(measured, limitBefore, limitAfter);
  return {
    figures: {
      levelPerSecond: found.load.perSecond,
      create: found.load,
      completedAfter: { p50Ms: causeP50Ms, p99Ms: causeP99Ms },
      processorMillisecondsEach: found.milliseconds,
      pgbenchOneStatementPerSecond,
    },
    ratios,
    failures,
    skipped,
  };
}

/** The highest rate that was level, to within a twentieth. */
async function search(run: (rate: number) => Promise<Level>): Promise<number> {
  let [level, notLevel] = [0, Infinity];
  let rate = FIRST_RATE;
  for (let tries = 0; tries < MAX_TRIES && notLevel > level * 1.05; tries += 1) {
    if ((await run(rate)).isLevel) level = rate;
    else notLevel = rate;
    if (notLevel === Infinity) rate = Math.ceil(rate * (level < 400 ? FACTOR * FACTOR : FACTOR));
    else rate = level === 0 ? Math.floor(rate / FACTOR) : Math.round((level + notLevel) / 2);
  }
  return Math.max(level, 1);
}
