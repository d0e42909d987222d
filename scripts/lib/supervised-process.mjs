import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CrashLimit } from './crash-limit.mjs';
import { root } from './paths.mjs';

const readyWithinMs = 60_000;
// A little more than the time after which they end by themselves.
const drainMs = 36_000;

/** The process ended before it was ready; `message` holds the last it said. */
export class StartFailure extends Error {
  constructor(name, how, lastWords, code) {
    super(`The ${name} ${how}. ${lastWords === '' ? 'It said nothing.' : `Its last words:\n${lastWords}`}`);
    this.code = code;
  }
}

/**
 * One of our own programs as a child process that tells over IPC when it is ready. It writes to its log file, is started
 * again when it dies, and is drained when it is stopped.
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

  /** Ends it at once, with all that it has started; what it had in flight is lost to it. */
  kill() {
    this.#stopping = true;
    if (this.#child !== undefined && !hasEnded(this.#child)) killGroup(this.#child);
  }

  async #launch() {
    const { name, script, env, logFile } = this.#options;
    const log = openSync(logFile, 'a', 0o600);
    // A process group of its own: Ctrl-C reaches the start process alone, which stops things in their order.
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
      say(`The ${name} died (${how}) and is started again; see ${logFile}`);
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

function keepPreviousLog(file) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file)) renameSync(file, `${file}.1`);
}

function lastLines(file, count = 15) {
  const size = statSync(file).size;
  const tail = Buffer.alloc(Math.min(size, 16_384));
  const log = openSync(file, 'r');
  readSync(log, tail, 0, tail.length, size - tail.length);
  closeSync(log);
  return tail.toString().trimEnd().split('\n').slice(-count).map(readable).join('\n');
}

/** It leads a group of its own: the processes of an API that runs several go with it. */
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

/** A log line as a person reads it: what it says, and why. */
function readable(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    return `${level}: ${msg}${err?.message === undefined ? '' : `: ${err.message}`}`;
  } catch {
    return line;
  }
}
