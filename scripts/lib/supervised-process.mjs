import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CrashLimit } from './crash-limit.mjs';
import { root } from './paths.mjs';

const readyWithinMs = 60_000;
// Slightly longer than their own drain timeout.
const drainMs = 36_000;

/** The process exited before it was ready; `message` contains its last output. */
export class StartFailure extends Error {
  constructor(name, how, lastWords, code) {
    super(`The ${name} ${how}. ${lastWords === '' ? 'It had no output.' : `Its last output:\n${lastWords}`}`);
    this.code = code;
  }
}

/**
 * A child process that reports over IPC when it is ready. It logs to its file, is restarted when it dies, and drained
 * when it is stopped.
 */
export class SupervisedProcess {
  #options;
  #child;
  #stopping = false;
  #crashes = new CrashLimit();

  /** `onFatal` is called when it has died too often to be restarted. */
  constructor(options) {
    this.#options = options;
  }

  get pid() {
    return this.#child?.pid;
  }

  /** Resolves with its `ready` message. */
  async start() {
    mkdirSync(dirname(this.#options.logFile), { recursive: true, mode: 0o700 });
    // Not at the top: npm start builds it after this file was loaded.
    const { keepPreviousLog } = await import('@svc/embedded');
    keepPreviousLog(this.#options.logFile);
    return this.#launch();
  }

  async stop() {
    this.#stopping = true;
    const child = this.#child;
    if (child === undefined || hasEnded(child)) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const kill = setTimeout(() => killGroup(child), drainMs);
    await exit;
    clearTimeout(kill);
  }

  /** Kills it with all its child processes, without a drain. */
  kill() {
    this.#stopping = true;
    if (this.#child !== undefined && !hasEnded(this.#child)) killGroup(this.#child);
  }

  async #launch() {
    const { name, script, env, logFile } = this.#options;
    const log = openSync(logFile, 'a', 0o600);
    // In its own process group, so that Ctrl-C only reaches the start process, which stops its children in order.
    const child = fork(script, { cwd: root, env, detached: true, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    this.#child = child;
    let isReady = false;
    let tooLate;
    try {
      return await new Promise((resolve, reject) => {
        child.on('message', (message) => {
          isReady ||= message?.type === 'ready';
          if (message?.type === 'ready') resolve(message);
          if (message?.type === 'listen_failed') {
            reject(new StartFailure(name, `cannot listen (${message.code})`, lastLines(logFile), message.code));
          }
        });
        child.once('error', reject);
        tooLate = setTimeout(() => {
          reject(new StartFailure(name, `was not ready within ${readyWithinMs / 1000} s`, lastLines(logFile)));
        }, readyWithinMs);
        child.once('exit', (code, signal) => {
          const how = signal ?? `exit code ${code}`;
          if (isReady) void this.#died(how);
          else reject(new StartFailure(name, `ended before it was ready (${how})`, lastLines(logFile)));
        });
      });
    } catch (error) {
      killGroup(child);
      throw error;
    } finally {
      clearTimeout(tooLate);
    }
  }

  async #died(how) {
    const { name, logFile, say, onFatal } = this.#options;
    while (!this.#stopping) {
      const delay = this.#crashes.delayAfterCrash();
      if (delay === undefined) {
        onFatal(new StartFailure(name, `died ${this.#crashes}`, lastLines(logFile)));
        return;
      }
      say(`The ${name} died (${how}) and is restarted; see ${logFile}`);
      await sleep(delay);
      if (this.#stopping) return;
      try {
        await this.#launch();
        return;
      } catch (error) {
        if (!(error instanceof StartFailure)) return onFatal(error);
        how = 'before it was ready';
      }
    }
  }
}

function lastLines(file, count = 15) {
  const size = statSync(file).size;
  const tail = Buffer.alloc(Math.min(size, 16_384));
  const log = openSync(file, 'r');
  readSync(log, tail, 0, tail.length, size - tail.length);
  closeSync(log);
  return tail.toString().trimEnd().split('\n').slice(-count).map(readable).join('\n');
}

/** The whole process group, since an API may have several processes. */
function killGroup(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The message of a log line with its cause, for people. */
function readable(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    return `${level}: ${msg}${err?.message === undefined ? '' : `: ${err.message}`}`;
  } catch {
    return line;
  }
}
