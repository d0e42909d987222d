// `npm run drill:restore [-- --payments <count>]`: loses a database, restores it to a moment before by pgBackRest, and
// compares it with the acquirer. The last line is the result.
import { ensureBuilt } from './lib/build.mjs';
import { findPrograms, RESTORE } from './lib/drill-programs.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { Refusal } from './lib/run-command.mjs';
import { stopSignal } from './lib/stop-signal.mjs';

const signal = stopSignal();
const say = (line) => console.error(line);
try {
  const postgres = findPrograms(RESTORE);
  await ensureInstalled({ say, signal });
  await ensureBuilt(['apps/api', 'apps/worker', 'packages/drills'], { say, signal });
  const { restoreMain } = await import('@svc/drills');
  process.exitCode = await restoreMain(process.argv.slice(2), { tree: root, build: 'bundle', postgres, signal });
} catch (error) {
  if (!signal.aborted) console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
// Connections to what was lost may still be open.
process.exit();
