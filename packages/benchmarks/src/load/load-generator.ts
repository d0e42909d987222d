import { fileURLToPath } from 'node:url';
import { startChild } from '../processes/child.js';
import type { Cleanup } from '../processes/cleanup.js';
import type { LoadPlan, LoadReport } from './plan.js';

/** Runs plans one after the other in a separate process. */
export interface LoadGenerator {
  run(plan: LoadPlan): Promise<LoadReport>;
}

export async function startLoadGenerator(cleanup: Cleanup): Promise<LoadGenerator> {
  const module = fileURLToPath(new URL('./generator.js', import.meta.url));
  const child = await startChild({ name: 'load generator', module }, cleanup);
  return {
    async run(plan) {
      const answer = (await child.ask(plan)) as { report: LoadReport } | { problem: string };
      if ('problem' in answer) throw new Error(`The load generator failed: ${answer.problem}`);
      return answer.report;
    },
  };
}
