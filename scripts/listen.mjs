// `npm run listen -- --forward-to localhost:4242/hooks`: runs `svc listen` of the client for the service of npm start.
// SVC_API_BASE and SVC_API_KEY select another one.
import { runBuilt } from './lib/command-line.mjs';
import { dataDir } from './lib/paths.mjs';
import { readKeys } from './lib/profile.mjs';
import { runningApi } from './lib/running.mjs';

await runBuilt(['packages/sdk/src/cli', 'packages/embedded'], async () => {
  const keys = await readKeys(dataDir());
  const api = await runningApi(dataDir());
  if (api !== undefined) process.env.SVC_API_BASE ||= api;
  if (keys.testKey) process.env.SVC_API_KEY ||= keys.testKey;
  process.argv.splice(2, 0, 'listen');
  await import('../packages/sdk/dist/cli/main.js');
});
