import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLoopback } from './loopback.js';
import type { Machine, Network } from './machine.js';
import { withDescendants } from './processes.js';

let folder: string;
let network: Network;
let machine: Machine;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-drill-'));
  network = openLoopback({ folder, user: undefined }, 0x1234);
  machine = await network.machine('db1', 11);
});

afterEach(async () => {
  await network.close();
  await rm(folder, { recursive: true, force: true });
});

describe('machines on loopback addresses', () => {
  it('have addresses of this drill, and so have the files of deploy/', () => {
    expect(machine.address).toBe('127.19.52.11');
    expect(network.translate('host all all 10.77.0.0/24 for 10.77.0.11:5432')).toBe(
      'host all all 127.0.0.0/8 for 127.19.52.11:5432',
    );
    expect(openLoopback({ folder, user: undefined }, 0x1235).hub).not.toBe(network.hub);
  });

  it('keep the output of their programs', async () => {
    const child = machine.start({ name: 'greeter', command: ['sh', '-c', 'echo $WHO; exit 3'], env: { WHO: 'Ada' } });
    await once(child, 'close');
    const log = join(folder, 'db1-greeter.log');
    await eventually(async () => expect(await readFile(log, 'utf8')).toBe('Ada\nended with exit code 3\n'));
  });

  it('are killed with all that their programs have started', async () => {
    const child = machine.start({ name: 'parent', command: ['sh', '-c', 'sleep 60 & sleep 60 & wait'] });
    const pids = await eventually(async () => {
      const found = await withDescendants([child.pid ?? 0]);
      expect(found).toHaveLength(3);
      return found;
    });
    await machine.kill();
    await eventually(() => expect(pids.filter(isAlive)).toEqual([]));
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
