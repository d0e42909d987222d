import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-samples-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs all programs of a folder against a server, which says how their requests differ from what it expects. */
async function outcomeOf(programs: string, server: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, server, { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const files = (await readdir(programs)).filter((name) => name.endsWith('.mjs')).map((name) => join(programs, name));
    const program = `for (const file of ${JSON.stringify(files)}) await import(file);`;
    await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      env: { ...process.env, SVC_API_KEY: 'sk_test_1', SVC_API_BASE: address },
    });
    return await (await fetch(`${address}/_called`)).json();
  } finally {
    child.stdin.end();
    await once(child, 'exit');
  }
}

it('every sample runs, and does what the contract shows', async () => {
  const outcome = await outcomeOf(resolve('packages/sdk/samples/generated'), [
    'packages/testing/sdk-vectors/samples.mjs',
  ]);
  expect(outcome).toMatchObject({ missing: [], refused: [] });
});

it('every program of the console has the right types, and sends what its page shows', async () => {
  await mkdir(join(folder, 'node_modules/@svc'), { recursive: true });
  await symlink(resolve('packages/sdk'), join(folder, 'node_modules/@svc/sdk'));
  const outcome = await outcomeOf(folder, ['packages/testing/sdk-vectors/console-code.mjs', 'JavaScript', folder]);
  expect(outcome).toEqual({ missing: [], refused: [] });

  const programs = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).map((name) => join(folder, name));
  expect(programs.length).toBeGreaterThan(0);
  const program = ts.createProgram(programs, {
    ...{ allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, strict: true },
    // The key may be missing in the environment.
    strictNullChecks: false,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    typeRoots: [resolve('node_modules/@types')],
    types: ['node'],
  });
  const found = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(found).toEqual([]);
});
