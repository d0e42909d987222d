import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './lib/paths.mjs';

const notTracked = /^(node_modules|dist|target|__pycache__|\.git|\.data|\.cache)$|\.tsbuildinfo$/;

let folder;
let clone;
let scripts;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-clone-'));
  clone = join(folder, 'clone');
  await cp(root, clone, { recursive: true, filter: (path) => path === root || !notTracked.test(basename(path)) });
  ({ scripts } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8')));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'npm'), '#!/bin/sh\necho "the registry is away" >&2\nexit 1\n');
  await chmod(join(folder, 'bin', 'npm'), 0o755);
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

/** Runs a command of package.json in the clone. */
async function run(command, { withoutNpm = false } = {}) {
  const [name, ...args] = command.split(' ');
  // Settings such as npm_config_registry stay; what npm says about its own run would point out of the clone.
  const inherited = Object.entries(process.env).filter(([key]) => !/^npm_(?!config_)|^DATABASE_URL$/.test(key));
  const env = { ...Object.fromEntries(inherited), npm_config_prefer_offline: 'true' };
  if (withoutNpm) env.PATH = [join(folder, 'bin'), dirname(process.execPath), env.PATH].join(delimiter);
  const script = [scripts[name], ...args].join(' ');
  const child = spawn('sh', ['-c', script], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (text) => (written[stream] += text));
  const [code] = await once(child, 'close');
  return { code, ...written };
}

describe('on a fresh clone', () => {
  it.each([
    ...['build', 'check files', 'format', 'generate', 'bench create', 'release 1.0.0', 'release:prepare 1.0.0'],
    ...['account:create --tier pro', 'config', 'doctor', 'listen', 'master-key:rotate', 'queues', 'seed --payments 1'],
  ])('npm run %s says why it cannot install', async (command) => {
    const { code, stdout, stderr } = await run(command, { withoutNpm: true });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Installing dependencies (npm ci); this only happens once\nnpm ci failed:\nthe registry is away\n',
    });
  });

  it('npm run generate installs what it needs', { timeout: 600_000 }, async () => {
    const { code, stdout, stderr } = await run('generate --check');
    expect(stderr).toMatch(/^Installing dependencies \(npm ci\); this only happens once\n/);
    expect(stdout).toMatch(/^generate: \d+ files match the contract\n$/);
    expect(code).toBe(0);
  });
});
