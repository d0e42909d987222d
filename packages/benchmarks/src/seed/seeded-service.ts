import { queryRows } from '../database/query.js';
import type { Traffic } from '../load/plan.js';
import type { Cleanup } from '../processes/cleanup.js';
import { startProcess } from '../processes/service.js';
import type { Server } from '../server.js';
import { startSeeded } from './seeded-backends.js';

const ACCOUNTS = 10;
const READ_PAYMENTS = 5_000;

export const KINDS = ['create', 'get', 'list'] as const;
export type Kind = (typeof KINDS)[number];

/** A service with this number of payments, and the requests to it. */
export interface Side {
  readonly payments: number;
  readonly port: number;
  readonly traffic: Readonly<Record<Kind, Traffic>>;
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
  const create = { kind: 'create-payment', keys, customers: 'unique', held: true } as const;
  return {
    payments,
    port,
    traffic: { create, get: { kind: 'read', requests: paths.get }, list: { kind: 'read', requests: paths.list } },
  };
}

interface Payment {
  readonly place: number;
  readonly id: string;
  readonly customerId: string;
  readonly at: string;
}

/** Ten accounts get the load of thousands in production. */
const UNLIMITED = 'UPDATE accounts SET rate_limit = 10000000';

// From all seeded accounts, in the order of `accounts`, and from the whole period.
const SOME = `
  SELECT dense_rank() OVER (ORDER BY p.environment_id)::int - 1 AS place, p.id::text, p.customer_id::text AS "customerId",
         to_char(id_time(p.id) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
    FROM payments p TABLESAMPLE SYSTEM ($1) WHERE p.customer_id IS NOT NULL ORDER BY random() LIMIT $2`;

/** Paths of single payments and of pages of 20: the newest, from the middle, of a customer, of some states. */
async function readPaths(databaseUrl: string, payments: number, keys: readonly string[]) {
  const share = Math.min(100, (100 * 10 * READ_PAYMENTS) / payments);
  const some = await queryRows<Payment>(databaseUrl, SOME, [share, READ_PAYMENTS]);
  const keyOf = ({ place }: Payment): string => keys[place] ?? '';
  return {
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
