// The real service for tests in any language: `node service.mjs` prints {"baseUrl", "testKey"} as its first line and
// ends with its standard input. It needs the build (`npm run build`). `--tier enterprise` changes the account, `--set
// NAME=value` a setting. It exits with 1 if the service violated its contract.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '../dist/index.js';

const { values } = parseArgs({
  options: { tier: { type: 'string', default: 'pro' }, set: { type: 'string', multiple: true, default: [] } },
});
const scratch = await mkdtemp(join(tmpdir(), 'svc-service-'));
// When run as root, Postgres and Redis run as an unprivileged user, who needs access.
await chmod(scratch, 0o711);
process.env.TMPDIR = scratch;

const env = Object.fromEntries(values.set.map((setting) => setting.split(/=(.*)/s, 2)));
const stack = await startStack({ ownServers: true, env });
const { testKey } = await stack.createAccount(values.tier);
console.log(JSON.stringify({ baseUrl: stack.apiUrl, testKey }));

process.stdin.resume().on('end', () => void end());

async function end() {
  try {
    await stack.close();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  process.exit();
}
