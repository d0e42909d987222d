import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const samples = resolve('packages/sdk/samples/generated');

let folder: string;
let server: ChildProcess;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-samples-'));
  server = spawn(process.execPath, ['packages/testing/sdk-vectors/samples.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  [address] = (await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line')) as [string];
});

afterAll(async () => {
  server.stdin?.end();
  await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

it('every sample runs, and does what the contract shows', async () => {
  const files = (await readdir(samples)).map((name) => join(samples, name));
  const program = `for (const file of ${JSON.stringify(files)}) await import(file);`;
  await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: { ...process.env, SVC_API_KEY: 'sk_test_1', SVC_API_BASE: address },
  });
  const outcome: unknown = await (await fetch(`${address}/_called`)).json();
  expect(outcome).toMatchObject({ missing: [], refused: [] });
});
