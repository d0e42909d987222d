import { queryRows } from '../database/query.js';
import { startLoadGenerator } from '../load/load-generator.js';
import type { LoadReport, Traffic } from '../load/plan.js';
import type { Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import { startProcess } from '../processes/service.js';
import { ratio, type Outcome, type Ratio } from '../result.js';
import { startSeeded } from '../seed/seeded-backends.js';
import type { Server } from '../server.js';

const FEW = 10_000;
const ACCOUNTS = 10;
/** The two sides are measured alternately, since the speed of the machine drifts. */
const ROUNDS = 3;
const READ_PAYMENTS = 5_000;
const MUST = 1.5;

const KINDS = ['create', 'get', 'list'] as const;
type Kind = (typeof KINDS)[number];

/** A service with this number of payments, and the requests to it. */
interface Side {
  readonly payments: number;
  readonly port: number;
  readonly traffic: Readonly<Record<Kind, Traffic>>;
}

/** Compares the durations of creates, reads and lists with many payments and with few. */
export async function runGrowth(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { payments, data, seconds, connections } = options;
  const few = await startSide(FEW, undefined, server, cleanup);
  const many = await startSide(payments, data, server, cleanup);
  const generator = await startLoadGenerator(cleanup);
  const measure = async (side: Side, kind: Kind): Promise<LoadReport> => {
    console.error(`growth: ${kind} among ${side.payments}`);
    const plan = { port: side.port, connections, traffic: side.traffic[kind] };
    return generator.run({ ...plan, until: { seconds } });
  };
  const figures: Record<string, unknown> = { payments, few: FEW, connections };
  const ratios: Ratio[] = [];
  const failures: string[] = [];
  for (const kind of KINDS) {
    for (const side of [few, many]) await measure(side, kind);
    const rounds: { readonly few: LoadReport; readonly many: LoadReport }[] = [];
    while (rounds.length < ROUNDS) rounds.push({ few: await measure(few, kind), many: await measure(many, kind) });
    const [beside, among] = [middle(rounds.map((round) => round.few)), middle(rounds.map((round) => round.many))];
    figures[kind] = { few: beside, many: among };
    ratios.push(
      ratio(
        `time of ${kind} among ${payments} payments over ${FEW}, at most`,
        { what: `${kind} among ${FEW}`, perSecond: beside.perSecond },
        { what: `${kind} among ${payments}`, perSecond: among.perSecond },
        MUST,
      ),
    );
    const wrong = rounds.flatMap((round) => [round.few, round.many]).find(({ errors }) => errors > 0);
    if (wrong !== undefined) failures.push(`${kind}: ${wrong.errors} wrong answers, the first: ${wrong.firstError}`);
  }
  failures.push(...ratios.flatMap(({ name, value }) => (value > MUST ? [`${name} ${MUST}: ${value}`] : [])));
  return { figures, ratios, failures, skipped: [] };
}

async function startSide(payments: number, data: string | undefined, server: Server, cleanup: Cleanup): Promise<Side> {
  const seeded = await startSeeded({ payments, data, accounts: ACCOUNTS }, server, cleanup);
  await queryRows(seeded.databaseUrl, UNLIMITED);
  const { port } = await startProcess('api', seeded, seeded.secrets, cleanup);
  const keys = seeded.accounts.map(({ testKey }) => testKey);
  const paths = await readPaths(seeded.databaseUrl, payments, keys);
  const create = { kind: 'create-payment', keys, customers: 'unique', held: true } as const;
  return {
    payments,
    port,
    traffic: { create, get: { kind: 'read', requests: paths.get }, list: { kind: 'read', requests: paths.list } },
  };
}

interface Payment {
  readonly place: number;
  readonly id: string;
  readonly customerId: string;
  readonly at: string;
}

/** Ten accounts get the load of thousands in production. */
const UNLIMITED = 'UPDATE accounts SET rate_limit = 10000000';

// From all seeded accounts, in the order of `accounts`, and from the whole period.
const SOME = `
  SELECT dense_rank() OVER (ORDER BY p.environment_id)::int - 1 AS place, p.id::text, p.customer_id::text AS "customerId",
         to_char(id_time(p.id) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
    FROM payments p TABLESAMPLE SYSTEM ($1) WHERE p.customer_id IS NOT NULL ORDER BY random() LIMIT $2`;

/** Paths of single payments and of pages of 20: the newest, from the middle, of a customer, of some states. */
async function readPaths(databaseUrl: string, payments: number, keys: readonly string[]) {
  const share = Math.min(100, (100 * 10 * READ_PAYMENTS) / payments);
  const some = await queryRows<Payment>(databaseUrl, SOME, [share, READ_PAYMENTS]);
  const keyOf = ({ place }: Payment): string => keys[place] ?? '';
  return {
    get: some.map((payment) => ({ key: keyOf(payment), path: `/v1/payments/pay_${payment.id}` })),
    list: some.flatMap((payment) =>
      [
        '',
        `&createdTo=${payment.at}`,
        `&customerId=cust_${payment.customerId}`,
        '&status=failed',
        '&status=completed',
      ].map((filter) => ({ key: keyOf(payment), path: `/v1/payments?limit=20${filter}` })),
    ),
  };
}

function middle(reports: readonly LoadReport[]): LoadReport {
  const [report] = [...reports].sort((a, b) => a.perSecond - b.perSecond).slice(Math.floor(reports.length / 2));
  if (report === undefined) throw new Error('nothing was measured');
  return report;
}
