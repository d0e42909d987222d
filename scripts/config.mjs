// `npm run config`: prints every setting of the API and the worker as a Markdown table.
import { runBuilt } from './lib/command-line.mjs';

await runBuilt(['packages/core'], async () => {
  const { configTable } = await import('@svc/core');
  console.log(configTable());
});
