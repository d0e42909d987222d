import type { PgbenchRun } from './pgbench.js';

const ID_EPOCH = Date.UTC(2025, 0, 1);
const SEQUENCE_BITS = 22n;

/** Environments from here on are only used by pgbench; ids of real accounts are far below. */
export const FIRST_PGBENCH_ENVIRONMENT = 1_000_000_000;
const ENVIRONMENTS = 60;

// As in the service, ids grow with time: `base` is now, and each client counts up from there.
const IDS = String.raw`
\set n :n + 1
\set customer :base + (:n * :clients + :client_id) * 4
\set payment :customer + 1
\set event :customer + 2
\set environment :first_environment + random(0, ${ENVIRONMENTS - 1})
`;

const CUSTOMER = `
INSERT INTO customers (environment_id, id, email, email_normalized, first_name, last_name, updated_at)
VALUES (:environment, :customer, 'customer-' || :customer || '@example.com', 'customer-' || :customer || '@example.com',
        'Ada', 'Lovelace', now())
ON CONFLICT (environment_id, email_normalized) DO UPDATE SET email = excluded.email`;

const PAYMENT_COLUMNS = `
INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, customer_id, customer_email,
                      customer_first_name, customer_last_name, description, metadata, processor, updated_at)`;

const paymentValues = (customerId: string): string => `
  :environment, :payment, 'pending', 'awaiting_approval', 1000, 'USD', ${customerId},
  'customer-' || :customer || '@example.com', 'Ada', 'Lovelace', 'Order', '{"order":"1","channel":"web"}', 'manual', now()`;

const EVENT_COLUMNS = 'INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)';

// As long as the event of a payment.
const EVENT_BODY = JSON.stringify({
  id: 'evt_249108103168000000',
  type: 'payment.pending',
  created: '2026-11-21T00:00:00.000Z',
  data: {
    id: 'pay_249108103168000001',
    status: 'pending',
    amount: { value: 1_000, currency: 'USD' },
    customer: { id: 'cust_249108103168000002', email: 'customer-249108103168000002@example.com' },
    createdAt: '2026-11-21T00:00:00.000Z',
    updatedAt: '2026-11-21T00:00:00.000Z',
    stage: 'awaiting_approval',
    failure: null,
    refundedAmount: { value: 0, currency: 'USD' },
    disputedAmount: { value: 0, currency: 'USD' },
    reference: null,
    metadata: { order: '1', channel: 'web' },
    mode: 'live',
    version: 1,
  },
});

const eventValues = (paymentId: string): string => `
  :environment, :event, 'payment.pending', ${paymentId},
  '\\x${Buffer.from(EVENT_BODY).toString('hex')}'::bytea, 1, pg_current_xact_id()::text::bigint`;

/** Customer, payment and event in one statement, which is its own transaction. */
export const ONE_STATEMENT = `${IDS}
WITH saved_customer AS (${CUSTOMER} RETURNING id),
saved_payment AS (${PAYMENT_COLUMNS} SELECT ${paymentValues('saved_customer.id')} FROM saved_customer RETURNING id)
${EVENT_COLUMNS} SELECT ${eventValues('saved_payment.id')} FROM saved_payment;
`;

/** The same work as BEGIN, three statements, COMMIT. */
export const TRANSACTION = `${IDS}
BEGIN;
${CUSTOMER};
${PAYMENT_COLUMNS} VALUES (${paymentValues(':customer')});
${EVENT_COLUMNS} VALUES (${eventValues(':payment')});
COMMIT;
`;

/** A run of pgbench that creates payments in the service's schema. */
export function createPayments(script: string, clients: number, seconds: number): PgbenchRun {
  const base = (BigInt(Date.now() - ID_EPOCH) << SEQUENCE_BITS).toString();
  return {
    script,
    clients,
    seconds,
    variables: { n: 0, clients, base, first_environment: FIRST_PGBENCH_ENVIRONMENT },
  };
}
