// A separate process that runs load plans and reports.
import type { LoadPlan } from './plan.js';
import { runLoad } from './run-load.js';

process.on('disconnect', () => process.exit());
process.on('message', (plan: LoadPlan) => {
  runLoad(plan).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
process.send?.({ type: 'ready' });
