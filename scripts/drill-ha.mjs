// `npm run drill:ha [-- --short] [--async] [--loopback]`: kills and cuts off the machines of a highly available
// installation under load, and compares the books. The last line is the result.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { CLUSTER, findPrograms } from './lib/drill-programs.mjs';
import { OLDEST_PYTHON } from './lib/drill-suites.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { ensureEnvironment } from './lib/python-environment.mjs';
import { Refusal } from './lib/run-command.mjs';
import { stopSignal } from './lib/stop-signal.mjs';

const signal = stopSignal();
const say = (line) => console.error(line);
try {
  const postgres = findPrograms(CLUSTER);
  await ensureInstalled({ say, signal });
  await ensureBuilt(['apps/api', 'apps/worker', 'packages/drills'], { say, signal });
  const { main } = await import('@svc/drills');
  const requirements = join(root, 'packages/drills/requirements.txt');
  const environment = { name: 'patroni', requirements, oldest: OLDEST_PYTHON };
  const patroni = await ensureEnvironment(environment, { signal, command: {}, say });
  const script = fileURLToPath(import.meta.url);
  const surroundings = { tree: root, build: 'bundle', script, postgres, patroni, signal };
  process.exitCode = await main(process.argv.slice(2), surroundings);
} catch (error) {
  if (!signal.aborted) console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
// Connections to what was killed may still be open.
process.exit();
