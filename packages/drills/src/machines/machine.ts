import type { ChildProcess } from 'node:child_process';

/** A program to start on a machine. */
export interface ProgramOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs as root, if the drill does, instead of as the user of the servers. */
  readonly asSelf?: boolean;
}

/** A computer of the drill: a network namespace, or an address of this computer. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The words before a command that runs it on this machine. */
  readonly prefix: readonly string[];
  /** Starts a program. Its output goes to a file of the drill. */
  start(program: ProgramOptions): ChildProcess;
  /** Kills every process of the machine at once by SIGKILL. */
  kill(): Promise<void>;
}

/** What connects the machines. */
export interface Network {
  readonly kind: 'namespaces' | 'loopback';
  /** The address of the drill itself. */
  readonly hub: string;
  /** The networks from which machines connect, for access rules. */
  readonly clients: string;
  /** The address of a machine in the example files of deploy/ as it is in this network. */
  translate(text: string): string;
  machine(name: string, number: number): Promise<Machine>;
  close(): Promise<void>;
}

/** A network whose links can be cut. */
export interface CuttableNetwork extends Network {
  readonly kind: 'namespaces';
  cut(machine: Machine): Promise<void>;
  mend(machine: Machine): Promise<void>;
  /** Drops what `machine` sends to these machines. Its other links stay. */
  separate(machine: Machine, from: readonly Machine[]): Promise<void>;
  rejoin(machine: Machine, others: readonly Machine[]): Promise<void>;
}

export function canCut(network: Network): network is CuttableNetwork {
  return network.kind === 'namespaces';
}
