import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '@svc/core';
import { eventually } from '@svc/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProcesses } from './api-processes.js';

afterEach(() => vi.restoreAllMocks());

/** A process of the cluster, as far as its parent sees it. */
class FakeProcess extends EventEmitter {
  readonly process = { send: () => true };
  isConnected = (): boolean => false;
  isDead = (): boolean => true;
}

it('a process that dies while another one still boots is replaced', async () => {
  const forked: FakeProcess[] = [];
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    forked.push(new FakeProcess());
    return forked.at(-1) as unknown as Worker;
  });
  const logged: string[] = [];
  const logger = { error: ({ event }: { event: string }) => void logged.push(event) } as unknown as Logger;
  const port = new ApiProcesses({ API_PROCESSES: 2, HOST: '127.0.0.1', PORT: 4711 }, logger).start();
  await eventually(() => expect(forked).toHaveLength(2));

  forked[0]?.emit('message', { type: 'ready', port: 4711 });
  await setImmediate();
  forked[0]?.emit('exit', null, 'SIGKILL');
  forked[1]?.emit('message', { type: 'ready', port: 4711 });
  expect(await port).toBe(4711);
  expect(logged).toEqual(['api_process_died']);
  await eventually(() => expect(forked).toHaveLength(3));
});
