import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Svc } from '@svc/sdk';
import { startStack, type Stack } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA=';

let folder: string;
let project: string;
let stack: Stack;
let env: NodeJS.ProcessEnv;
let svc: Svc;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-examples-'));
  project = join(folder, 'project');
  await mkdir(project);
  const [started] = await Promise.all([startStack(), install()]);
  stack = started;
  const { testKey } = await stack.createAccount();
  env = { PATH: process.env['PATH'], SVC_API_KEY: testKey, SVC_API_BASE: stack.apiUrl };
  svc = new Svc(testKey, { baseUrl: stack.apiUrl });
}, 120_000);

afterAll(async () => {
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Installs the published package in a new project, together with the examples. */
async function install(): Promise<void> {
  await run(process.execPath, ['packages/sdk/scripts/build.mjs', join(folder, 'package')]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, join(folder, 'package')]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await writeFile(join(project, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...quiet, join(folder, filename)], { cwd: project });
  await cp('packages/sdk/examples', project, { recursive: true });
}

/** Runs a program of the project and returns its output lines. */
async function linesOf(file: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [file], { cwd: project, env });
  return stdout.trimEnd().split('\n');
}

describe('the JavaScript library, for a newcomer', () => {
  it('pays within five minutes with the code of its README', async () => {
    const readme = await readFile('packages/sdk/README.md', 'utf8');
    const [, program] = /```js\n(.*?)```/s.exec(readme) ?? [];
    await writeFile(join(project, 'readme.mjs'), program ?? '');
    expect(await linesOf('readme.mjs')).toEqual(['completed', expect.stringMatching(/^pay_\d+ 1000$/)]);
  });

  it('has an example that pays an order once', async () => {
    const [first, second] = [await linesOf('pay.mjs'), await linesOf('pay.mjs')];
    expect(first).toEqual([expect.stringMatching(/^pay_\d+ is completed$/)]);
    expect(second).toEqual(first);
  });

  it('has an example that iterates over many', async () => {
    const [head, ...rows] = await linesOf('export-payments.mjs');
    const { data } = await svc.payments.list({ status: 'completed' });
    expect(head).toBe('id,value,currency,reference');
    expect(rows).toEqual(data.map(({ id, reference }) => `${id},1000,USD,${reference ?? ''}`));
  });

  it('has an example of error handling', async () => {
    expect(await linesOf('errors.mjs')).toEqual(['wrong: /amount/value out_of_range', 'not found']);
  });

  it('has an example that receives deliveries', async () => {
    const handler = spawn(process.execPath, ['webhook-handler.mjs'], {
      cwd: project,
      env: { ...env, PORT: '0', WEBHOOK_SECRET: SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines = createInterface({ input: handler.stdout })[Symbol.asyncIterator]();
      const port = /\d+$/.exec((await lines.next()).value as string)?.[0];
      await svc.webhooks.create({ url: `http://127.0.0.1:${port}/hooks`, events: ['payment.pending'], secret: SECRET });
      const { id } = await svc.payments.create({ amount: { value: 1, currency: 'USD' } });
      expect((await lines.next()).value).toBe(`payment.pending ${id}`);
      const forged = await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' });
      expect(forged.status).toBe(400);
      expect((await lines.next()).value).toMatch(/^refused: /);
      // A request that breaks off does not end it.
      const half = connect(Number(port), '127.0.0.1');
      half.write('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{', () => half.destroy());
      await once(half, 'close');
      const again = await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' });
      expect(again.status).toBe(400);
    } finally {
      handler.kill();
      await once(handler, 'exit');
    }
  });

  it('has no example that does not run here', async () => {
    expect((await readdir('packages/sdk/examples')).sort()).toEqual([
      'errors.mjs',
      'export-payments.mjs',
      'pay.mjs',
      'webhook-handler.mjs',
    ]);
  });
});
