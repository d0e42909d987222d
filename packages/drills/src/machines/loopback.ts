import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine, Network, ProgramOptions } from './machine.js';
import { killAll, withDescendants } from './processes.js';
import { startProgram, type Place } from './programs.js';

/** An address of 127.0.0.0/8 for each machine. Links cannot be cut. */
export function openLoopback(place: Place, pid = process.pid): Network {
  const net = `127.${1 + ((pid >> 8) % 250)}.${pid % 256}.`;
  const machines: Machine[] = [];
  return {
    kind: 'loopback',
    hub: `${net}1`,
    clients: '127.0.0.0/8',
    translate: (text) => text.replaceAll('10.77.0.0/24', '127.0.0.0/8').replaceAll('10.77.0.', net),
    machine(name, number) {
      const machine = openMachine(place, name, `${net}${number}`);
      machines.push(machine);
      return Promise.resolve(machine);
    },
    async close() {
      await Promise.all(machines.map((machine) => machine.kill()));
    },
  };
}

function openMachine(place: Place, name: string, address: string): Machine {
  const roots = new Set<number>();
  return {
    name,
    address,
    prefix: [],
    start(program: ProgramOptions) {
      const child = startProgram(place, name, [], program);
      const { pid } = child;
      if (pid !== undefined) {
        roots.add(pid);
        child.once('close', () => roots.delete(pid));
      }
      return child;
    },
    async kill() {
      // Postgres is no child of Patroni, so that it outlives a restart of Patroni.
      const written = await readFile(join(place.folder, name, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
      const postmaster = Number.parseInt(written, 10);
      killAll(await withDescendants([...roots, ...(postmaster > 1 ? [postmaster] : [])]));
    },
  };
}
