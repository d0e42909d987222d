import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CrashLimit } from './crash-limit.mjs';
import { StartFailure, SupervisedProcess } from './supervised-process.mjs';

async function supervise(program) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-supervised-'));
  const script = join(folder, 'program.mjs');
  await writeFile(script, program);
  const said = [];
  const fatal = [];
  const supervised = new SupervisedProcess({
    name: 'program',
    script,
    env: process.env,
    logFile: join(folder, 'logs', 'program.log'),
    say: (line) => said.push(line),
    onFatal: (error) => fatal.push(error),
  });
  onTestFinished(async () => {
    await supervised.stop();
    await rm(folder, { recursive: true });
  });
  return { supervised, said, fatal, log: () => readFile(join(folder, 'logs', 'program.log'), 'utf8') };
}

/** A zombie counts as dead. */
async function isAlive(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat);
}

const ready = `process.send({ type: 'ready', port: 4711 });`;

describe('SupervisedProcess', () => {
  it('kill() ends it at once with its child processes, without a restart', async () => {
    const { supervised, said, log } = await supervise(`
      import { spawn } from 'node:child_process';
      process.on('SIGTERM', () => console.log('draining'));
      const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      console.log('started ' + pid);
      ${ready}
    `);
    await supervised.start();
    await expect.poll(log, { timeout: 5_000 }).toMatch(/started \d+/);
    const [, pid] = /started (\d+)/.exec(await log());
    const stopped = supervised.stop();
    await expect.poll(log, { timeout: 5_000 }).toContain('draining');
    supervised.kill();
    await stopped;
    await expect.poll(() => isAlive(Number(pid)), { timeout: 5_000 }).toBe(false);
    expect(said).toEqual([]);
  });

  it('resolves when the program is ready, and drains it on stop', async () => {
    const { supervised, said, log } = await supervise(`
      process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
      console.log('hello');
      setInterval(() => {}, 1000);
      ${ready}
    `);
    expect(await supervised.start()).toEqual({ type: 'ready', port: 4711 });
    await supervised.stop();
    expect(await log()).toBe('hello\ndrained\n');
    expect(said).toEqual([]);
  });

  it('restarts a program that dies, and says so', async () => {
    const { supervised, said, fatal } = await supervise(`setInterval(() => {}, 1000); ${ready}`);
    await supervised.start();
    const { pid } = supervised;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => supervised.pid, { timeout: 5_000 }).not.toBe(pid);
    expect(said).toEqual([expect.stringContaining('The program died (SIGKILL) and is restarted')]);
    expect(fatal).toEqual([]);
  });

  it('gives up on a program that keeps dying, with its last output', async () => {
    const { supervised, said, fatal } = await supervise(`
      ${ready}
      setTimeout(() => { console.error('out of luck'); process.exit(3); }, 20);
    `);
    await supervised.start();
    await expect.poll(() => fatal, { timeout: 15_000 }).toHaveLength(1);
    expect(fatal[0].message).toMatch(/died 5 times within 30 s[^]*out of luck/);
    expect(said).toHaveLength(4);
  });

  it('does not restart a program that exits before it is ready', async () => {
    const { supervised } = await supervise(`console.error('PORT is wrong'); process.exit(1);`);
    const failure = await supervised.start().catch((error) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect(failure.message).toMatch(/ended before it was ready \(exit code 1\)[^]*PORT is wrong/);
  });

  it('reports why the program cannot listen', async () => {
    const { supervised } = await supervise(`process.send({ type: 'listen_failed', code: 'EADDRINUSE' });`);
    expect(await supervised.start().catch((error) => error.code)).toBe('EADDRINUSE');
  });
});

describe('CrashLimit', () => {
  it('waits longer after each crash and gives up at the fifth within 30 s', () => {
    const crashes = new CrashLimit();
    expect([0, 1, 2, 3, 4].map((second) => crashes.delayAfterCrash(second * 1000))).toEqual([
      250,
      500,
      1000,
      2000,
      undefined,
    ]);
  });

  it('forgets old crashes', () => {
    const crashes = new CrashLimit();
    for (let minute = 0; minute < 10; minute++) expect(crashes.delayAfterCrash(minute * 60_000)).toBe(250);
  });
});
