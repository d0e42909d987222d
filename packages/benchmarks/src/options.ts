import { parseArgs } from 'node:util';

export interface Options {
  /** Duration of each measurement. */
  readonly seconds: number;
  /** Connections of the load generator and clients of pgbench. */
  readonly connections: number;
  /** Number of enterprise accounts that share the load. */
  readonly accounts: number;
  /** Whether each payment has a new customer. */
  readonly customers: 'unique' | 'repeating';
  /** Live payments wait for approval; the worker settles test payments during the measurement. */
  readonly mode: 'live' | 'test';
  /** Number of payments in a report or reconciliation. */
  readonly rows: number;
  /** Number of seeded payments. */
  readonly payments: number;
  /** Number of due deliveries. */
  readonly backlog: number;
  /** Folder that keeps the seeded database for the next run. */
  readonly data: string | undefined;
  /** Describes the other webhook server. */
  readonly targetConfig: string | undefined;
  /** Whether the result is saved in results/. */
  readonly save: boolean;
}

export const usage = `npm run bench -- <scenario> [options]

  limits          the maximum of Postgres, HTTP, Redis and the CPU on this machine
  create          payments created over HTTP, compared with the same work in Postgres alone
  deliver         a backlog of deliveries processed by one worker, compared with an HTTP client alone
  create-deliver  payments created and delivered at the same time, compared with Postgres creating them alone
  settle          the highest rate at which payments complete and are delivered as fast as they are
                  created, compared with Postgres creating them alone
  peers           another webhook server with the same load and sink, compared with this service
  isolation       the delay of events while one of a hundred endpoints hangs, compared with none
  fairness        the delay of an account's deliveries beside another account's backlog, compared
                  with none
  slow-processor  how fast payments settle beside a processor that takes two seconds, compared with
                  none
  read            payments read by id and in pages of 20, compared with Express alone
  growth          creates, reads, lists and settling with many payments, compared with 10,000
  plans           query plans of each operation and of the worker with many payments; fails on a
                  statement without an index
  reports         creation and download of a report of many payments: time and memory
  reconciliation  many payments compared with an acquirer's statement: time and memory

  --seconds 5           length of each measurement; 60 for settle, 30 for slow-processor
  --connections 64      connections with a request in flight (create, deliver, create-deliver,
                        settle, growth)
  --accounts 60         enterprise accounts that share the load (create, deliver, create-deliver,
                        settle)
  --customers unique    unique | repeating: whether every payment has a new customer (create,
                        create-deliver, settle)
  --mode live           live | test: the worker settles test payments during the measurement (create)
  --backlog 100000      due deliveries (deliver, with 20,000 more as warm-up; fairness)
  --rows 1000000        payments in the report (reports, reconciliation)
  --payments 200000     payments in the seeded database (plans, growth); 1000000 for growth
  --data <folder>       keeps the seeded database there for the next run (plans, growth)
  --target-config <file> the other webhook server; see packages/benchmarks/README.md (peers)
  --save                saves the result in packages/benchmarks/results/

The last line of the output is the result, one JSON object.`;

/** Whether a backlog grows shows after a minute. A slow processor has a backlog for half a minute or more. */
const DEFAULT_SECONDS: Readonly<Record<string, string>> = { settle: '60', 'slow-processor': '30' };

const DEFAULT_PAYMENTS: Readonly<Record<string, string>> = { growth: '1000000' };

export class UsageError extends Error {}

/** Parses the command line into the scenario's name and the options. */
export function readCommandLine(args: string[]): { scenario: string | undefined; options: Options } {
  const { values, positionals } = parse(args);
  return {
    scenario: positionals[0],
    options: {
      seconds: positive('seconds', values.seconds ?? DEFAULT_SECONDS[positionals[0] ?? ''] ?? '5'),
      connections: positive('connections', values.connections),
      accounts: positive('accounts', values.accounts),
      customers: oneOf('customers', values.customers, ['unique', 'repeating']),
      mode: oneOf('mode', values.mode, ['live', 'test']),
      rows: positive('rows', values.rows),
      payments: positive('payments', values.payments ?? DEFAULT_PAYMENTS[positionals[0] ?? ''] ?? '200000'),
      backlog: positive('backlog', values.backlog),
      data: values.data,
      targetConfig: values['target-config'],
      save: values.save,
    },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        seconds: { type: 'string' },
        connections: { type: 'string', default: '64' },
        accounts: { type: 'string', default: '60' },
        customers: { type: 'string', default: 'unique' },
        mode: { type: 'string', default: 'live' },
        rows: { type: 'string', default: '1000000' },
        payments: { type: 'string' },
        backlog: { type: 'string', default: '100000' },
        data: { type: 'string' },
        'target-config': { type: 'string' },
        save: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} must be a whole number above 0`);
  return value;
}

function oneOf<const Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UsageError(`--${name} takes ${choices.join(' or ')}`);
  return choice;
}
