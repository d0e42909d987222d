import { Cleanup } from './processes/cleanup.js';
import { readCommandLine, usage, UsageError, type Options } from './options.js';
import { describeRun, saveResult, type Outcome } from './result.js';
import { runCreate } from './scenarios/create.js';
import { runCreateDeliver } from './scenarios/create-deliver.js';
import { runDeliver } from './scenarios/deliver.js';
import { runGrowth } from './scenarios/growth.js';
import { runFairness } from './scenarios/fairness.js';
import { runIsolation } from './scenarios/isolation.js';
import { runLimits } from './scenarios/limits.js';
import { runPeers } from './scenarios/peers.js';
import { runRead } from './scenarios/read.js';
import { runReconciliation } from './scenarios/reconciliation.js';
import { runReports } from './scenarios/reports.js';
import { runSettle } from './scenarios/settle.js';
import { runSlowProcessor } from './scenarios/slow-processor.js';
import { runPlans } from './scenarios/plans.js';
import type { Server } from './server.js';

type Scenario = (options: Options, server: Server, cleanup: Cleanup) => Promise<Outcome>;

const scenarios: Record<string, Scenario> = {
  limits: runLimits,
  create: runCreate,
  'create-deliver': runCreateDeliver,
  settle: runSettle,
  deliver: runDeliver,
  peers: runPeers,
  isolation: runIsolation,
  fairness: runFairness,
  'slow-processor': runSlowProcessor,
  read: runRead,
  growth: runGrowth,
  plans: runPlans,
  reports: runReports,
  reconciliation: runReconciliation,
};

/** Runs the scenario of the command line and prints its result as the last line. Returns the exit code. */
export async function main(args: string[], server: Server): Promise<number> {
  const cleanup = new Cleanup();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanup.run().finally(() => process.exit(130)));
  }
  try {
    const { scenario, options } = readCommandLine(args);
    const run = scenario === undefined ? undefined : scenarios[scenario];
    if (scenario === undefined || run === undefined) throw new UsageError(`Unknown scenario: ${scenario ?? 'none'}`);
    const outcome = await run(options, server, cleanup);
    const result = { ...(await describeRun(scenario, args)), ...outcome };
    if (options.save) console.error(`Saved as ${await saveResult(result)}`);
    console.log(JSON.stringify(result));
    return outcome.failures.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  } finally {
    await cleanup.run();
  }
}
