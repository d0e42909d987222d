import { parseArgs } from 'node:util';

export interface Options {
  /** Length of each measurement. */
  readonly seconds: number;
  /** Connections of the load generator and clients of pgbench. */
  readonly connections: number;
  /** Enterprise accounts over which the load is spread. */
  readonly accounts: number;
  /** Whether every payment brings a new customer, or customers come back. */
  readonly customers: 'unique' | 'repeating';
  /** Live payments wait for a person; test payments are settled by the worker meanwhile. */
  readonly mode: 'live' | 'test';
  /** How many payments a report has, or is compared with. */
  readonly rows: number;
  /** How many payments the database is seeded with. */
  readonly payments: number;
  /** How many deliveries are due. */
  readonly backlog: number;
  /** Where the seeded database is kept for the next run. */
  readonly data: string | undefined;
  /** Whether the result is kept in results/. */
  readonly save: boolean;
}

export const usage = `npm run bench -- <scenario> [options]

  limits          what Postgres, HTTP, Redis and the CPU allow here at most
  create          payments created over HTTP, against Postgres doing the same work alone
  deliver         a backlog of deliveries, worked off by one worker, against an HTTP client alone
  create-deliver  payments created while each is delivered to an endpoint, against Postgres creating them alone
  isolation       how late events arrive while one of a hundred endpoints hangs, against when none does
  growth          creates, reads and lists among many payments, against the same among 10,000
  plans           how Postgres carries out each operation and what the worker does, among many payments; fails on a
                  statement that no index serves
  reports         a report of many payments, made and downloaded: time and memory
  reconciliation  many payments held against an acquirer's statement: time and memory

  --seconds 5           length of each measurement
  --connections 64      connections kept busy (create, deliver, create-deliver, growth)
  --accounts 60         enterprise accounts that share the load (create, deliver, create-deliver)
  --customers unique    unique | repeating: whether every payment brings a new customer (create,
                        create-deliver)
  --mode live           live | test: test payments are settled by the worker meanwhile (create)
  --backlog 100000      deliveries that are due, after 20,000 to warm up (deliver)
  --rows 1000000        payments in the report (reports, reconciliation)
  --payments 200000     payments that the database is seeded with (plans, growth)
  --data <folder>       keeps the seeded database there, and seeds only what is not there yet (plans, growth)
  --save                keeps the result in packages/benchmarks/results/

The last line of the output is the result, one JSON object.`;

export class UsageError extends Error {}

/** Reads the command line: the scenario's name and the options. */
export function readCommandLine(args: string[]): { scenario: string | undefined; options: Options } {
  const { values, positionals } = parse(args);
  return {
    scenario: positionals[0],
    options: {
      seconds: positive('seconds', values.seconds),
      connections: positive('connections', values.connections),
      accounts: positive('accounts', values.accounts),
      customers: oneOf('customers', values.customers, ['unique', 'repeating']),
      mode: oneOf('mode', values.mode, ['live', 'test']),
      rows: positive('rows', values.rows),
      payments: positive('payments', values.payments),
      backlog: positive('backlog', values.backlog),
      data: values.data,
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
        seconds: { type: 'string', default: '5' },
        connections: { type: 'string', default: '64' },
        accounts: { type: 'string', default: '60' },
        customers: { type: 'string', default: 'unique' },
        mode: { type: 'string', default: 'live' },
        rows: { type: 'string', default: '1000000' },
        payments: { type: 'string', default: '200000' },
        backlog: { type: 'string', default: '100000' },
        data: { type: 'string' },
        save: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} takes a whole number above 0`);
  return value;
}

function oneOf<const Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UsageError(`--${name} takes ${choices.join(' or ')}`);
  return choice;
}
