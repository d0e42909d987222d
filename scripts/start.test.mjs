import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from './lib/paths.mjs';
import { runningApi } from './lib/running.mjs';

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-start-'));
  // When run as root, the servers run as an unprivileged user, who needs access.
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

/** Runs a script of this folder; `until` resolves with its output once that matches. */
function run(script, env, args = []) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PORT|DATABASE_URL|REDIS_URL|npm_.*)$/.test(name),
  );
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  const end = once(child, 'close').then(([code]) => code);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await end;
  });
  return {
    child,
    end,
    output: () => output,
    async until(pattern) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`);
        await sleep(50);
      }
      return pattern.exec(output);
    },
  };
}

async function readyOf(start) {
  const [, json] = await start.until(/^ready (\{.*\})$/m);
  return JSON.parse(json);
}

/** Pids of all processes started for this data folder. Linux only. */
async function processesOf(folder) {
  const pids = (await readdir('/proc').catch(() => [])).filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  );
  const about = await Promise.all(
    pids.map(async (pid) => {
      const read = (file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      return (await read('cmdline')) + (await read('environ'));
    }),
  );
  return pids.filter((_, index) => about[index].includes(folder));
}

/** Starts a request whose body never ends; a drain would wait 30 s for it. */
async function beginRequest(api, key) {
  const { hostname, port } = new URL(api);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(
    `POST /v1/payments HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  // 100 Continue: the API reads the body.
  await once(socket, 'data');
}

/** Checks that other commands do not mistake the files of a killed start for a running one. */
async function expectNothingRuns(DATA_DIR) {
  await access(join(DATA_DIR, 'running.json'));
  for (const [script, ...args] of [['account-create.mjs', '--tier', 'free'], ['doctor.mjs'], ['queues.mjs']]) {
    const command = run(script, { DATA_DIR }, args);
    expect(await command.end).toBe(1);
    expect(command.output()).toContain('npm start');
  }
  expect(await runningApi(DATA_DIR)).toBeUndefined();
}

async function busyPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server.address().port;
}

/** The pid of the Postgres that `npm start` runs, other than these. Linux only. */
async function postgresOf(start, others) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && !others.has(Number(name)));
  for (const pid of pids) {
    const read = (file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const parent = /^PPid:\s*(\d+)$/m.exec(await read('status'))?.[1];
    if (parent === String(start.child.pid) && /\/postgres\0/.test(await read('cmdline'))) return Number(pid);
  }
  return undefined;
}

describe('npm start', () => {
  it.runIf(process.platform === 'linux')('restarts Postgres, even when it dies while it starts', async () => {
    const start = run('start.mjs', { DATA_DIR: await dataFolder() });
    const { api } = await readyOf(start);
    const killed = new Set();
    while (killed.size < 2) {
      const pid = await postgresOf(start, killed);
      if (pid === undefined) continue;
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
    await start.until(/did not start[^]*Restarting it/);
    const status = () => fetch(`${api}/readyz`).then((answer) => answer.status);
    while ((await status()) !== 200) await sleep(50);
    start.child.kill('SIGTERM');
    expect(await start.end).toBe(0);
  });

  it('is ready with permanent keys, serves other commands, and leaves nothing behind', async () => {
    const DATA_DIR = await dataFolder();
    const first = run('start.mjs', { DATA_DIR });
    const ready = await readyOf(first);
    expect(ready).toEqual({
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      docs: `${ready.api}/docs`,
      testKey: expect.stringMatching(/^sk_test_/),
      liveKey: expect.stringMatching(/^sk_live_/),
      console: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/console\/welcome#[\w-]{45}$/),
      pid: first.child.pid,
    });
    expect(await runningApi(DATA_DIR)).toBe(ready.api);
    const answer = await fetch(`${ready.api}/v1/payments`, { headers: { Authorization: `Bearer ${ready.testKey}` } });
    expect(answer.status).toBe(200);
    expect((await stat(join(DATA_DIR, 'keys.json'))).mode & 0o777).toBe(0o600);

    const created = run('account-create.mjs', { DATA_DIR }, ['--tier', 'pro', '--json']);
    expect(await created.end).toBe(0);
    const account = JSON.parse(created.output().trim().split('\n').at(-1));
    expect(Object.keys(account)).toEqual(['accountId', 'tier', 'testKey', 'liveKey']);
    const asAccount = await fetch(`${ready.api}/v1/payments`, {
      headers: { Authorization: `Bearer ${account.liveKey}` },
    });
    expect(asAccount.status).toBe(200);

    const issued = run('account-key.mjs', { DATA_DIR }, ['--account', account.accountId, '--mode', 'test', '--json']);
    expect(await issued.end).toBe(0);
    const { key, ...about } = JSON.parse(issued.output().trim().split('\n').at(-1));
    const keyId = expect.stringMatching(/^key_\d+$/);
    expect(about).toEqual({ accountId: account.accountId, mode: 'test', keyId, allowedCidrs: [] });
    const auditLog = await fetch(`${ready.api}/v1/security/audit-log`, { headers: { Authorization: `Bearer ${key}` } });
    expect((await auditLog.json()).data).toMatchObject([
      { action: 'api_key.issued', actor: 'operator', keyId: about.keyId, objectId: about.keyId, mode: 'test' },
    ]);

    const suspend = async (...more) => {
      const args = ['--account', account.accountId, '--json', ...more];
      const command = run('account-suspend.mjs', { DATA_DIR }, args);
      expect(await command.end).toBe(0);
      return JSON.parse(command.output().trim().split('\n').at(-1));
    };
    const suspension = await suspend();
    expect(suspension).toMatchObject({ accountId: account.accountId, suspendedAt: expect.any(String), changed: true });
    expect(await suspend('--lift')).toEqual({ ...suspension, suspendedAt: null });

    const linked = run('console-link.mjs', { DATA_DIR }, ['--email', 'ada@example.com', '--role', 'viewer', '--json']);
    expect(await linked.end).toBe(0);
    const link = JSON.parse(linked.output().trim().split('\n').at(-1));
    expect(link).toMatchObject({ email: 'ada@example.com', role: 'viewer' });
    for (const url of [ready.console, link.url]) {
      const [, token] = url.split('#');
      const read = await fetch(`${ready.api}/console/api/links/read`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: ready.api },
        body: JSON.stringify({ token }),
      });
      expect(await read.json()).toMatchObject({ purpose: 'join', accountName: 'Main account' });
    }

    const second = run('start.mjs', { DATA_DIR });
    expect(await second.end).toBe(1);
    expect(second.output()).toContain(`in use by process ${first.child.pid}`);

    first.child.kill('SIGINT');
    first.child.kill('SIGINT');
    expect(await first.end).toBe(0);
    expect(await processesOf(DATA_DIR)).toEqual([]);

    const again = run('start.mjs', { DATA_DIR });
    const { testKey, liveKey } = await readyOf(again);
    expect({ testKey, liveKey }).toEqual({ testKey: ready.testKey, liveKey: ready.liveKey });
    again.child.kill('SIGKILL');
    await again.end;
    await expect.poll(() => processesOf(DATA_DIR), { timeout: 30_000, interval: 200 }).toEqual([]);
    await expectNothingRuns(DATA_DIR);

    const last = run('start.mjs', { DATA_DIR, API_PROCESSES: '2', WORKER_PROCESSES: '2' });
    const { api } = await readyOf(last);
    for (const log of ['worker', 'worker-2']) {
      expect(await readFile(join(DATA_DIR, 'logs', `${log}.log`), 'utf8')).toContain('"event":"working"');
    }
    await beginRequest(api, ready.testKey);
    // npm forwards the signal of the terminal: together they count as one.
    last.child.kill('SIGINT');
    last.child.kill('SIGINT');
    await last.until(/Stopping after work in progress/);
    // Later, it is a person who does not want to wait for the drain.
    await sleep(700);
    expect(last.child.exitCode).toBeNull();
    last.child.kill('SIGINT');
    await last.until(/Stopping immediately/);
    const askedAt = performance.now();
    expect(await last.end).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(15_000);
    expect(await processesOf(DATA_DIR)).toEqual([]);
  }, 120_000);

  it('names the wrong setting, and starts nothing', async () => {
    const DATA_DIR = await dataFolder();
    const wrong = run('start.mjs', { DATA_DIR, WORKER_PROCESSES: '500', LOG_LEVEL: 'loud', PORT: '0' });
    expect(await wrong.end).toBe(1);
    expect(wrong.output()).toMatch(/Invalid configuration:\n +WORKER_PROCESSES: .*\n +LOG_LEVEL: /);
    expect(await readdir(join(DATA_DIR, 'logs'))).not.toContain('worker.log');
    expect(await processesOf(DATA_DIR)).toEqual([]);
  }, 60_000);

  it('refuses a taken PORT before it starts anything', async () => {
    const DATA_DIR = await dataFolder();
    const PORT = String(await busyPort());
    const start = run('start.mjs', { DATA_DIR, PORT });
    expect(await start.end).toBe(1);
    expect(start.output()).toContain(`Port ${PORT} (PORT) is taken`);
  });

  it('names the keys that an external database needs', async () => {
    const start = run('start.mjs', {
      DATA_DIR: await dataFolder(),
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      MASTER_KEY: 'a',
    });
    expect(await start.end).toBe(1);
    expect(start.output()).toMatch(/^DATABASE_URL is set, so API_KEY_PEPPER must be set too/);
  });
});

describe('npm start with secrets in files', () => {
  it('reads them, and says which one it cannot read', async () => {
    const DATA_DIR = await dataFolder();
    await mkdir(DATA_DIR);
    const inFiles = Object.entries({
      DATABASE_URL: 'postgres://svc:hunter2@127.0.0.1:1/none',
      REDIS_URL: 'redis://127.0.0.1:1',
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      API_KEY_PEPPER: Buffer.alloc(32, 2).toString('base64'),
    }).map(([name, secret]) => [`${name}_FILE`, join(DATA_DIR, name), secret]);
    await Promise.all(inFiles.map(([, file, secret]) => writeFile(file, secret)));
    const env = { DATA_DIR, ...Object.fromEntries(inFiles) };

    const start = run('start.mjs', env);
    expect(await start.end).toBe(1);
    expect(start.output()).toContain('ECONNREFUSED 127.0.0.1:1');

    const unreadable = run('start.mjs', { ...env, MASTER_KEY_FILE: join(DATA_DIR, 'missing') });
    expect(await unreadable.end).toBe(1);
    expect(unreadable.output()).toBe('MASTER_KEY_FILE: expected a readable file that contains the secret\n');
  });
});

describe('npm run account:create', () => {
  it('shows its usage for an unknown tier', async () => {
    const command = run('account-create.mjs', {}, ['--tier', 'gold']);
    expect(await command.end).toBe(2);
    expect(command.output()).toContain('Usage: npm run account:create -- --tier free|pro|enterprise');
  });

  it.each(['', ' ', 'two\nlines', 'x'.repeat(201)])('refuses the name %j', async (name) => {
    const command = run('account-create.mjs', {}, ['--tier', 'free', '--name', name]);
    expect(await command.end).toBe(2);
    expect(command.output()).toContain('--name must have 1 to 200 characters');
  });

  it.each([
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'Cannot connect to Postgres: connect ECONNREFUSED'],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', CELL: 'abc' }, 'CELL: '],
  ])('says in a line what is wrong with %j', async (settings, complaint) => {
    const command = run('account-create.mjs', { ...settings, API_KEY_PEPPER: 'a'.repeat(44) }, ['--tier', 'free']);
    expect(await command.end).toBe(1);
    expect(command.output().trim().split('\n')).toEqual([expect.stringContaining(complaint)]);
  });

  it('names npm start when nothing runs', async () => {
    const command = run('account-create.mjs', { DATA_DIR: await dataFolder() }, ['--tier', 'free']);
    expect(await command.end).toBe(1);
    expect(command.output()).toContain('npm start');
  });
});

describe('npm run account:key', () => {
  it.each([
    [[], '--account is required.'],
    [['--account', 'acct_1'], '--mode is required.'],
    [['--account', 'acct_1', '--mode', 'both'], 'This mode does not exist.'],
    [['--account', 'pay_1', '--mode', 'live'], '--account must look like acct_'],
  ])('shows its usage for %j', async (args, complaint) => {
    const command = run('account-key.mjs', {}, args);
    expect(await command.end).toBe(2);
    expect(command.output()).toContain(complaint);
    expect(command.output()).toContain('Usage: npm run account:key -- --account acct_<digits> --mode test|live');
  });
});

describe('npm run account:suspend', () => {
  it.each([
    [[], '--account is required.'],
    [['--account', 'pay_1'], '--account must look like acct_'],
  ])('shows its usage for %j', async (args, complaint) => {
    const command = run('account-suspend.mjs', {}, args);
    expect(await command.end).toBe(2);
    expect(command.output()).toContain(complaint);
    expect(command.output()).toContain('Usage: npm run account:suspend -- --account acct_<digits> [--lift]');
  });
});

describe('npm run console:link', () => {
  it.each([
    [[], '--email is required.'],
    [['--email', 'ada@example.com'], '--role is required.'],
    [['--email', 'ada', '--role', 'owner'], '--email must be an e-mail address.'],
    [['--email', 'ada@example.com', '--role', 'boss'], 'This role does not exist.'],
    [['--email', 'ada@example.com', '--role', 'owner', '--account', '1'], '--account must look like acct_'],
  ])('shows its usage for %j', async (args, complaint) => {
    const command = run('console-link.mjs', {}, args);
    expect(await command.end).toBe(2);
    expect(command.output()).toContain(complaint);
    expect(command.output()).toContain('Usage: npm run console:link -- --email <address> --role owner|developer|');
  });
});

describe('npm run queues', () => {
  it('names npm start when nothing runs', async () => {
    const command = run('queues.mjs', { DATA_DIR: await dataFolder() });
    expect(await command.end).toBe(1);
    expect(command.output()).toMatch(/^No Redis runs in .*\. Start it with npm start, or set REDIS_URL/m);
  });

  it.each([
    [
      { REDIS_URL: 'redis://:s3cret@127.0.0.1:1' },
      'Redis (REDIS_URL) is not reachable: connect ECONNREFUSED 127.0.0.1:1\n',
    ],
    [{ REDIS_URL: 'redis://:s3cret@127.0.0.1:x' }, 'REDIS_URL is invalid: expected redis://:password@host:port.\n'],
    [{ REDIS_URL: 'redis://127.0.0.1:1', QUEUE_PREFIX: 'a b' }, 'QUEUE_PREFIX is invalid: see npm run config.\n'],
  ])('says in one line what is wrong with %j', async (env, line) => {
    const command = run('queues.mjs', env, ['--json']);
    expect(await command.end).toBe(1);
    expect(command.output()).toBe(line);
  });

  it('shows its usage for an unknown option', async () => {
    const command = run('queues.mjs', {}, ['--all']);
    expect(await command.end).toBe(2);
    expect(command.output()).toContain('Usage: npm run queues [-- --json]');
  });
});

describe('npm run config', () => {
  it('prints the settings as a table', async () => {
    const command = run('config.mjs', {});
    expect(await command.end).toBe(0);
    expect(command.output()).toMatch(/\| .*DATABASE_URL/);
  });
});
