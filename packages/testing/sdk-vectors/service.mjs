// The real service, for journeys in any language: `node service.mjs` prints its address and a test key as its first line,
// {"baseUrl", "testKey"}, and ends with its standard input. It needs the build (`npm run build`).
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '../dist/index.js';

const scratch = await mkdtemp(join(tmpdir(), 'svc-service-'));
// As root Postgres and Redis run as an unprivileged user, who must pass through.
await chmod(scratch, 0o711);
process.env.TMPDIR = scratch;

const stack = await startStack({ ownServers: true });
const { testKey } = await stack.createAccount('pro');
console.log(JSON.stringify({ baseUrl: stack.apiUrl, testKey }));

process.stdin.resume().on('end', () => void end());

async function end() {
  await stack.close();
  await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  process.exit(0);
}
