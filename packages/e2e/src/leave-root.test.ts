import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Svc } from '@svc/sdk';
import { createClient, eventually, forThisFile, startReceiver, startStack, type ProcessHandle } from '@svc/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

const isRoot = process.getuid?.() === 0;

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack({ env: { WORKER_PORT: '0' } }));
const { testKey } = await stack.createAccount();
const svc = new Svc(testKey, { baseUrl: stack.apiUrl });

interface LogLine {
  readonly event: string;
  readonly pid: number;
  readonly uid?: number;
  readonly reason?: string;
}

/** The log lines of the process and its children about the change of user. */
async function saidOfRoot({ lines }: ProcessHandle, processes = 1): Promise<LogLine[]> {
  // These lines are written after the process has reported that it is ready.
  return eventually(() => {
    const said = lines.filter((line) => /"event":"(left|stays)_root"/.test(line));
    expect(said).toHaveLength(processes);
    return said.map((line) => JSON.parse(line) as LogLine);
  });
}

/** Real, effective, saved and file system ids, as the system reports them. */
async function idsOf(pid: number | undefined, kind: 'Uid' | 'Gid'): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (new RegExp(`^${kind}:(.*)$`, 'm').exec(status)?.[1] ?? '').trim().split(/\s+/).map(Number);
}

async function payAndReceive(path: string, client = svc): Promise<void> {
  await client.webhooks.create({ url: receiver.url + path, events: ['payment.completed'] });
  const { id } = await client.payments.create({ amount: { value: 1000, currency: 'USD' } });
  await eventually(() => {
    const bodies = receiver.requests.filter((request) => request.path === path).map(({ parsed }) => parsed);
    expect(bodies).toMatchObject([{ type: 'payment.completed', data: { id, status: 'completed' } }]);
  });
}

async function pageStatus(path: string): Promise<number> {
  const response = await fetch(stack.apiUrl + path);
  await response.arrayBuffer();
  return response.status;
}

describe.runIf(isRoot && process.platform === 'linux')('API and worker, started as root', () => {
  it('switch to another user permanently, and log which one', async () => {
    for (const started of [...stack.api, ...stack.workers]) {
      const said = await saidOfRoot(started);
      const uid = said[0]?.uid ?? 0;
      expect(said).toMatchObject([{ event: 'left_root', user: 'nobody', uid }]);
      expect(uid).toBeGreaterThan(0);
      expect(await idsOf(started.pid, 'Uid')).toEqual([uid, uid, uid, uid]);
      expect(await idsOf(started.pid, 'Gid')).not.toContain(0);
      expect(await readFile(`/proc/${started.pid}/status`, 'utf8')).toMatch(/^CapEff:\s*0+$/m);
    }
  });

  it('work as that user: a payment completes and its event is delivered over TLS', async () => {
    await payAndReceive('/unprivileged');
  });

  it('still serve their pages, files and metrics', async () => {
    const paths = ['/docs', '/docs/swagger-ui-bundle.js', '/reference/standalone.js', '/openapi.yaml', '/errors'];
    for (const path of paths) expect([path, await pageStatus(path)]).toEqual([path, 200]);
    const metrics = await fetch(`${stack.apiUrl}/metrics`).then((response) => response.text());
    expect(metrics).toMatch(/^process_open_fds [1-9]/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes [1-9]/m);
  });

  it('stay root with RUN_AS_USER=root, and log nothing', async () => {
    const worker = await stack.startWorker({ RUN_AS_USER: 'root' });
    expect(await idsOf(worker.pid, 'Uid')).toEqual([0, 0, 0, 0]);
    await stack.stopWorker(worker);
    expect(await saidOfRoot(worker, 0)).toEqual([]);
  });

  it.each([
    ['the user does not exist', { RUN_AS_USER: 'no-such-user' }, /there is no user no-such-user/],
    ['Postgres may authenticate by user', { DATABASE_URL: 'without a password' }, /DATABASE_URL has no password/],
    [
      'a configured file is only readable for root',
      { PROCESSOR_EXTRA_CA: 'unreadable' },
      /cannot read .*ca\.pem \(EACCES\)/,
    ],
  ])('stay root, log why and work, if %s', async (_, env, reason) => {
    const worker = await stack.startWorker(await settingsOf(env));
    expect(await saidOfRoot(worker)).toMatchObject([
      { event: 'stays_root', reason: expect.stringMatching(reason) as string },
    ]);
    expect(await idsOf(worker.pid, 'Uid')).toEqual([0, 0, 0, 0]);
    expect(await idsOf(worker.pid, 'Gid')).toEqual([0, 0, 0, 0]);
    await stack.stopWorker(worker);
  });

  it('stay root, log it and serve, if their files are in a folder that only root can read', async () => {
    const tree = await privateTree();
    const api = await stack.startApi({}, tree);
    const worker = await stack.startWorker({}, tree);
    for (const started of [api, worker]) {
      const reason = expect.stringMatching(`user nobody cannot read ${tree}.*EACCES`) as string;
      expect(await saidOfRoot(started)).toMatchObject([{ event: 'stays_root', reason }]);
      expect(await idsOf(started.pid, 'Uid')).toEqual([0, 0, 0, 0]);
    }
    const { testKey } = await stack.createAccount();
    await payAndReceive('/private', new Svc(testKey, { baseUrl: `http://127.0.0.1:${api.port}` }));
    await stack.stopApi(api);
    await stack.stopWorker(worker);
  });
});

describe.runIf(isRoot && process.platform === 'linux')('several API processes, started as root', () => {
  it('switch the user in each process, also in the replacement of a dead one', async () => {
    const several = await startStack({ worker: 0, env: { API_PROCESSES: '2' } });
    onTestFinished(() => several.close());
    const [api] = several.api;
    if (api === undefined) throw new Error('no API runs');
    const left = await saidOfRoot(api, 3);
    expect(new Set(left.map(({ event }) => event))).toEqual(new Set(['left_root']));
    const children = left.map(({ pid }) => pid).filter((pid) => pid !== api.pid);
    process.kill(children[0] ?? 0, 'SIGKILL');
    const { testKey } = await several.createAccount();
    const client = createClient(several.apiUrl, testKey);
    const follower = await eventually(
      async () => {
        // A new connection goes to the next process.
        await client.get('/v1/payments', { headers: { connection: 'close' } });
        const pids = api.lines.flatMap((line) => (JSON.parse(line) as LogLine).pid);
        const found = pids.find((pid) => pid !== api.pid && !children.includes(pid));
        expect(found).toBeDefined();
        return found;
      },
      { timeoutMs: 30_000 },
    );
    const uid = left[0]?.uid ?? 0;
    expect(await idsOf(follower, 'Uid')).toEqual([uid, uid, uid, uid]);
  });
});

/** The settings of a case, with the files and addresses that it needs. */
async function settingsOf(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  if ('DATABASE_URL' in env) {
    const url = new URL(stack.env.DATABASE_URL ?? '');
    const { password } = url;
    url.password = '';
    // The connection still needs it.
    const file = join(await scratchFolder(), 'pgpass');
    await writeFile(file, `*:*:*:*:${decodeURIComponent(password)}\n`, { mode: 0o600 });
    return { DATABASE_URL: url.href, PGPASSFILE: file };
  }
  if ('PROCESSOR_EXTRA_CA' in env) {
    const file = join(await scratchFolder(), 'ca.pem');
    await cp(stack.env.NODE_EXTRA_CA_CERTS ?? '', file);
    await chmod(file, 0o600);
    return { PROCESSOR_EXTRA_CA: file };
  }
  return { ...env };
}

/** A copy of the programs in a folder that other users cannot enter. */
async function privateTree(): Promise<string> {
  const tree = join(await scratchFolder(), 'tree');
  for (const program of ['api', 'worker']) {
    const [from, to] = ['.', tree].map((parent) => resolve(parent, 'apps', program));
    for (const name of ['dist', 'package.json']) {
      await cp(join(from ?? '', name), join(to ?? '', name), { recursive: true });
    }
  }
  for (const name of ['node_modules', 'openapi']) await symlink(resolve(name), join(tree, name));
  return tree;
}

/** With mode 0700. */
async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-leave-root-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
