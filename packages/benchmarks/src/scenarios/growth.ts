import { workDone } from '../database/open-work.js';
import { queryOne, queryRows } from '../database/query.js';
import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.js';
import type { LoadReport } from '../load/plan.js';
import type { Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import { ratio, type Outcome, type Ratio } from '../result.js';
import { startSide, type Side } from '../seed/seeded-service.js';
import type { Server } from '../server.js';

const FEW = 10_000;
/** The two sides are measured alternately, since the speed of the machine drifts. */
const ROUNDS = 3;

/** The largest allowed ratio of the duration with many payments over that with few. */
const MUST = { get: 1.15, byReference: 1.5, byCustomer: 1.5, newest: 1.5, list: 1.5, create: 1.5 } as const;
const MUST_SETTLE = 1.5;
const SETTLED = 5_000;

/** Compares the durations of creates, reads, lists and settling with many payments and with few. */
export async function runGrowth(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { payments, data, seconds, connections } = options;
  const few = await startSide(FEW, undefined, server, cleanup);
  const many = await startSide(payments, data, server, cleanup);
  const generator = await startLoadGenerator(cleanup);
  const figures: Record<string, unknown> = {
    payments,
    few: FEW,
    connections,
    bytesAPayment: await bytesAPayment(many),
  };
  const ratios: Ratio[] = [];
  const failures: string[] = [];
  const compare = async (name: string, must: number, measure: (side: Side) => Promise<LoadReport>): Promise<void> => {
    for (const side of [few, many]) await measure(side);
    const rounds: { readonly few: LoadReport; readonly many: LoadReport }[] = [];
    while (rounds.length < ROUNDS) rounds.push({ few: await measure(few), many: await measure(many) });
    const [beside, among] = [middle(rounds.map((round) => round.few)), middle(rounds.map((round) => round.many))];
    figures[name] = { few: beside, many: among };
    ratios.push(
      ratio(
        `time of ${name} among ${payments} payments over ${FEW}, at most`,
        { what: `${name} among ${FEW}`, perSecond: beside.perSecond },
        { what: `${name} among ${payments}`, perSecond: among.perSecond },
        must,
      ),
    );
    const wrong = rounds.flatMap((round) => [round.few, round.many]).find(({ errors }) => errors > 0);
    if (wrong !== undefined) failures.push(`${name}: ${wrong.errors} wrong answers, the first: ${wrong.firstError}`);
  };
  for (const [kind, must] of Object.entries(MUST) as [keyof typeof MUST, number][]) {
    await compare(kind, must, (side) => {
      console.error(`growth: ${kind} among ${side.payments}`);
      return generator.run({ port: side.port, connections, traffic: side.traffic[kind], until: { seconds } });
    });
  }
  await compare('settle', MUST_SETTLE, (side) => settle(side, generator, connections));
  figures['walBytesAPayment'] = await walAPayment(many, generator, connections);
  failures.push(
    ...ratios.flatMap(({ name, value, must }) =>
      must !== undefined && value > must ? [`${name} ${must}: ${value}`] : [],
    ),
  );
  return { figures, ratios, failures, skipped: [] };
}

/** Creates payments while no worker runs. Their rate is that at which a new worker then settles them, its start included. */
async function settle(side: Side, generator: LoadGenerator, connections: number): Promise<LoadReport> {
  console.error(`growth: settle among ${side.payments}`);
  const created = await create(side, generator, connections);
  const startedAt = performance.now();
  const worker = await side.startWorker();
  await workDone(side.databaseUrl);
  const seconds = (performance.now() - startedAt) / 1_000;
  await worker.stop();
  return { ...created, seconds, perSecond: Math.round(SETTLED / seconds) };
}

const create = (side: Side, generator: LoadGenerator, connections: number): Promise<LoadReport> =>
  generator.run({ port: side.port, connections, traffic: side.toSettle, until: { requests: SETTLED } });

/** WAL of creating a payment, and of settling it. No checkpoint runs meanwhile, so few images of whole pages are in it. */
async function walAPayment(side: Side, generator: LoadGenerator, connections: number) {
  const before = await walBytes(side);
  await create(side, generator, connections);
  const between = await walBytes(side);
  const worker = await side.startWorker();
  await workDone(side.databaseUrl);
  await worker.stop();
  const after = await walBytes(side);
  return { create: Math.round((between - before) / SETTLED), settle: Math.round((after - between) / SETTLED) };
}

async function walBytes({ databaseUrl }: Side): Promise<number> {
  const statement = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS bytes";
  return (await queryOne<{ bytes: number }>(databaseUrl, statement)).bytes;
}

const TABLES = [
  'payments',
  'payment_attempts',
  'payment_transitions',
  'ledger_transactions',
  'ledger_entries',
  'refunds',
  'refund_attempts',
  'customers',
  'events',
];

// A partitioned table has nothing on disk itself.
const SIZES = `
  SELECT t.name, round((pg_total_relation_size(t.name::regclass) + coalesce(p.size, 0)) / (SELECT count(*) FROM payments))::int AS bytes
    FROM unnest($1::text[]) AS t (name)
   CROSS JOIN LATERAL (
     SELECT sum(pg_total_relation_size(inhrelid)) AS size FROM pg_inherits WHERE inhparent = t.name::regclass) p`;

/** Bytes on disk with indexes, by table. */
async function bytesAPayment({ databaseUrl }: Side): Promise<Record<string, number>> {
  const rows = await queryRows<{ name: string; bytes: number }>(databaseUrl, SIZES, [TABLES]);
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** The median by rate. */
export function middle(reports: readonly LoadReport[]): LoadReport {
  const [report] = [...reports].sort((a, b) => a.perSecond - b.perSecond).slice(Math.floor(reports.length / 2));
  if (report === undefined) throw new Error('nothing was measured');
  return report;
}
