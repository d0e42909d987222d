import { queryRows } from '../database/query.js';
import type { Traffic } from '../load/plan.js';
import type { Child } from '../processes/child.js';
import type { Cleanup } from '../processes/cleanup.js';
import { startProcess } from '../processes/service.js';
import type { Server } from '../server.js';
import { startSeeded } from './seeded-backends.js';

const ACCOUNTS = 10;
const READ_PAYMENTS = 5_000;

/** The measured requests; `list` is a mixture of pages. */
export type Kind = 'create' | 'get' | 'list' | 'byReference' | 'byCustomer' | 'newest';

/** A service with this number of payments, and the requests to it. */
export interface Side {
  readonly payments: number;
  readonly port: number;
  readonly databaseUrl: string;
  readonly traffic: Readonly<Record<Kind, Traffic>>;
  /** Payments that a worker settles. */
  readonly toSettle: Traffic;
  startWorker(): Promise<Child>;
}

/** Starts it on seeded payments, which stay in the folder `data` if one is given. */
export async function startSide(
  payments: number,
  data: string | undefined,
  server: Server,
  cleanup: Cleanup,
): Promise<Side> {
  const seeded = await startSeeded({ payments, data, accounts: ACCOUNTS }, server, cleanup);
  await queryRows(seeded.databaseUrl, UNLIMITED);
  const { port } = await startProcess('api', seeded, seeded.secrets, cleanup);
  const keys = seeded.accounts.map(({ testKey }) => testKey);
  const paths = await readPaths(seeded.databaseUrl, payments, keys);
  const create = { kind: 'create-payment', keys, customers: 'unique' } as const;
  const read = (requests: readonly ReadRequest[]) => ({ kind: 'read', requests }) as const;
  return {
    payments,
    port,
    databaseUrl: seeded.databaseUrl,
    traffic: {
      create: { ...create, held: true },
      get: read(paths.get),
      list: read(paths.list),
      byReference: read(paths.byReference),
      byCustomer: read(paths.byCustomer),
      newest: read(paths.newest),
    },
    toSettle: create,
    startWorker: () => startProcess('worker', seeded, seeded.secrets, cleanup),
  };
}

interface ReadRequest {
  readonly key: string;
  readonly path: string;
}

interface Payment {
  readonly place: number;
  readonly id: string;
  readonly customerId: string;
  readonly reference: string | null;
  readonly at: string;
}

/** Ten accounts get the load of thousands in production. */
const UNLIMITED = 'UPDATE accounts SET rate_limit = 10000000';

// From all seeded accounts, in the order of `accounts`, and from the whole period.
const SOME = `
  SELECT dense_rank() OVER (ORDER BY p.environment_id)::int - 1 AS place, p.id::text, p.customer_id::text AS "customerId", p.reference,
         to_char(id_time(p.id) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
    FROM payments p TABLESAMPLE SYSTEM ($1) WHERE p.customer_id IS NOT NULL ORDER BY random() LIMIT $2`;

/** Paths of single payments and of pages of 20: the newest, from the middle, of a customer, of some states. */
async function readPaths(databaseUrl: string, payments: number, keys: readonly string[]) {
  const share = Math.min(100, (100 * 10 * READ_PAYMENTS) / payments);
  const some = await queryRows<Payment>(databaseUrl, SOME, [share, READ_PAYMENTS]);
  const keyOf = ({ place }: Payment): string => keys[place] ?? '';
  const pages = (filterOf: (payment: Payment) => string) =>
    some.map((payment) => ({ key: keyOf(payment), path: `/v1/payments?limit=20${filterOf(payment)}` }));
  return {
    byReference: pages(({ reference }) => `&reference=${reference ?? 'order-0'}`),
    byCustomer: pages(({ customerId }) => `&customerId=cust_${customerId}`),
    newest: pages(() => ''),
    get: some.map((payment) => ({ key: keyOf(payment), path: `/v1/payments/pay_${payment.id}` })),
    list: some.flatMap((payment) =>
      [
        '',
        `&createdTo=${payment.at}`,
        `&customerId=cust_${payment.customerId}`,
        '&status=failed',
        '&status=completed',
      ].map((filter) => ({ key: keyOf(payment), path: `/v1/payments?limit=20${filter}` })),
    ),
  };
}
