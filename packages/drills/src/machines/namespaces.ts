import { spawn } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { eventually } from '@svc/testing';
import type { CuttableNetwork, Machine, ProgramOptions } from './machine.js';
import { killAll, processesIn } from './processes.js';
import { startProgram, type Place } from './programs.js';
import { run } from './run.js';

const NET = '10.77.0.';
const HUB = `${NET}1`;
const BRIDGE = 'machines';
/** An address that no machine has. */
const NOBODY = '02:00:00:00:00:01';

/**
 * A network namespace for each machine, on a bridge in the namespace of the drill, which is private too. All of it ends
 * with the drill.
 */
export async function openNamespaces(place: Place): Promise<CuttableNetwork> {
  await run(['ip', 'link', 'set', 'lo', 'up']);
  await run(['ip', 'link', 'add', 'name', BRIDGE, 'type', 'bridge']);
  await run(['ip', 'addr', 'add', `${HUB}/24`, 'dev', BRIDGE]);
  await run(['ip', 'link', 'set', BRIDGE, 'up']);
  const machines: Machine[] = [];
  const inside = (machine: Machine, ...command: string[]): Promise<string> => run([...machine.prefix, ...command]);
  return {
    kind: 'namespaces',
    hub: HUB,
    clients: `${NET}0/24`,
    translate: (text) => text,
    async machine(name, number) {
      const machine = await openMachine(place, name, `${NET}${number}`);
      machines.push(machine);
      return machine;
    },
    cut: async ({ name }) => void (await run(['ip', 'link', 'set', name, 'down'])),
    mend: async ({ name }) => void (await run(['ip', 'link', 'set', name, 'up'])),
    async separate(machine, from) {
      for (const { address } of from) {
        await inside(machine, 'ip', 'neigh', 'replace', address, 'lladdr', NOBODY, 'dev', 'eth0', 'nud', 'permanent');
      }
    },
    async rejoin(machine, others) {
      for (const { address } of others) await inside(machine, 'ip', 'neigh', 'del', address, 'dev', 'eth0');
    },
    async close() {
      await Promise.all(machines.map((machine) => machine.kill()));
    },
  };
}

async function openMachine(place: Place, name: string, address: string): Promise<Machine> {
  const own = await readlink('/proc/self/ns/net');
  // It holds the namespace while no program runs.
  const holder = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', '--net', 'sleep', 'infinity'], {
    stdio: 'ignore',
  });
  const pid = String(holder.pid);
  const namespace = await eventually(async () => {
    const its = await readlink(`/proc/${pid}/ns/net`);
    if (its === own) throw new Error(`${name} has no network namespace yet`);
    return its;
  });
  const prefix = ['nsenter', '-t', pid, '-n'];
  await run(['ip', 'link', 'add', 'name', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid]);
  await run(['ip', 'link', 'set', name, 'master', BRIDGE, 'up']);
  await run([...prefix, 'ip', 'link', 'set', 'lo', 'up']);
  await run([...prefix, 'ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0']);
  await run([...prefix, 'ip', 'link', 'set', 'eth0', 'up']);
  return {
    name,
    address,
    prefix,
    start: (program: ProgramOptions) => startProgram(place, name, prefix, program),
    async kill() {
      killAll((await processesIn(namespace)).filter((each) => each !== holder.pid));
    },
  };
}
