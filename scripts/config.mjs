// `npm run config`: prints every setting of the API and the worker as a Markdown table.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { Refusal } from './lib/run-command.mjs';

const say = (line) => console.error(line);
try {
  await ensureInstalled({ say });
  await ensureBuilt(['packages/core'], { say });
  const { configTable } = await import('@svc/core');
  console.log(configTable());
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
