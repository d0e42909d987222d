// The real service for suites outside Vitest: its own API, worker, Postgres and Redis.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './paths.mjs';

const script = join(root, 'packages', 'testing', 'sdk-vectors', 'service.mjs');

/**
 * Starts the service, runs `work` and stops the service. Throws when the service violated its contract.
 * @template T
 * @param {{ tier?: string, settings?: Record<string, string>, signal?: AbortSignal }} options
 * @param {(service: { baseUrl: string, testKey: string }) => Promise<T>} work
 */
export async function withRealService({ tier = 'pro', settings = {}, signal }, work) {
  const set = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const child = spawn(process.execPath, [script, '--tier', tier, ...set], { cwd: root });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const closed = once(child, 'close');
  // Closing its input stops it; a signal would leave Postgres running.
  const end = async () => {
    child.stdin.end();
    const [code] = await closed;
    return code === 0 ? undefined : new Error(`the service ended with code ${code}: ${said}`);
  };
  signal?.addEventListener('abort', end, { once: true });
  try {
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), closed.then(() => [])]);
    if (typeof line !== 'string') throw new Error(`the service did not start: ${said}`);
    const result = await work(JSON.parse(line));
    const fault = await end();
    if (fault !== undefined) throw fault;
    return result;
  } finally {
    signal?.removeEventListener('abort', end);
    await end();
  }
}
