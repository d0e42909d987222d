import { startLoadGenerator } from '../load/load-generator.js';
import type { LoadReport } from '../load/plan.js';
import type { Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import { ratio, type Outcome, type Ratio } from '../result.js';
import { KINDS, startSide, type Kind, type Side } from '../seed/seeded-service.js';
import type { Server } from '../server.js';

const FEW = 10_000;
/** The two sides are measured alternately, since the speed of the machine drifts. */
const ROUNDS = 3;
const MUST = 1.5;

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

/** The median by rate. */
export function middle(reports: readonly LoadReport[]): LoadReport {
  const [report] = [...reports].sort((a, b) => a.perSecond - b.perSecond).slice(Math.floor(reports.length / 2));
  if (report === undefined) throw new Error('nothing was measured');
  return report;
}
