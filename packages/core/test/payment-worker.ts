import { idleQueues } from '@svc/testing';
import { Outbox } from '../src/events/outbox.js';
import { Ledger } from '../src/ledger/ledger.js';
import { PaymentCallbacks } from '../src/payments/processing/payment-callbacks.js';
import { PaymentClaims } from '../src/payments/processing/payment-claims.js';
import { PaymentOutcomes } from '../src/payments/processing/payment-outcomes.js';
import { PaymentRunner, type PaymentRunnerDependencies } from '../src/payments/processing/payment-runner.js';
import { SettlementMetrics } from '../src/payments/processing/settlement-metrics.js';
import { PaymentTransitions } from '../src/payments/payment-transitions.js';
import type { Database } from '../src/platform/database/database.js';
import { openIdSource, type IdSource } from '../src/platform/ids.js';
import { LeaseMetrics } from '../src/platform/metrics/lease-metrics.js';
import { Metrics } from '../src/platform/metrics/metrics.js';
import type { WorkQueues } from '../src/platform/queues/work-queues.js';
import type { WorkRef } from '../src/platform/queues/work-ref.js';
import { NO_TRACING } from '../src/platform/tracing/trace.js';
import { CallLimits } from '../src/processors/call-limits.js';
import type { PaymentProcessor, ProcessorAttempt } from '../src/processors/payment-processor.js';
import { ProcessorCalls } from '../src/processors/processor-calls.js';

const sources = new WeakMap<Database, IdSource>();

/** A source of ids listens to its database, so there is one for each. */
function idsOf(database: Database): IdSource {
  const ids = sources.get(database) ?? openIdSource(database);
  sources.set(database, ids);
  return ids;
}

export function paymentTransitions(database: Database): PaymentTransitions {
  const ids = idsOf(database);
  return new PaymentTransitions({ ids, outbox: new Outbox(ids), ledger: new Ledger(), outcomeListeners: [] });
}

export function paymentClaims(database: Database, leaseMs = 45_000): PaymentClaims {
  return new PaymentClaims(database, idsOf(database), leaseMs);
}

type Replaced = Partial<PaymentRunnerDependencies> & { readonly processor?: PaymentProcessor };

/** Processes payments with one processor, like a worker of its own. */
export function paymentRunner(database: Database, { processor, ...replaced }: Replaced): PaymentRunner {
  const metrics = new Metrics();
  return new PaymentRunner({
    claims: paymentClaims(database),
    processors: { resolve: () => Promise.resolve(processor && { processor, enabled: true }) },
    outcomes: new PaymentOutcomes(database, paymentTransitions(database)),
    methods: { token: () => Promise.resolve(null) },
    customers: { of: () => null },
    pages: { checkoutOf: () => Promise.resolve(null) },
    queues: idleQueues,
    limits: new CallLimits(32, { isRemote: () => false }),
    calls: new ProcessorCalls(metrics, NO_TRACING),
    leases: new LeaseMetrics(metrics),
    settlements: new SettlementMetrics(metrics),
    logger: { warn: () => {}, error: () => {} },
    settings: { PROCESSOR_PENDING_LIMIT: 9e7 },
    ...replaced,
  });
}

/** The payments that are due. */
export async function duePayments(database: Database): Promise<readonly WorkRef[]> {
  const { refs } = await paymentClaims(database).due({ graceMs: 0, after: 0, environments: 1, rows: 100 });
  return refs;
}

/** Processes what is due, and returns how much there was. */
export async function workOnPayments(database: Database, { runner: { worker } }: PaymentRunner): Promise<number> {
  const refs = await duePayments(database);
  worker.run(refs);
  await worker.drain();
  return refs.length;
}

/** Adds a payment of 10.00 USD that is due. */
export async function addPayment(
  { dataSource }: Database,
  captureMethod: 'automatic' | 'manual',
  expiresIn: string | null = null,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at,
       updated_at, capture_method, expires_at)
     VALUES (1, 10, 'pending', 'processing', 1000, 'USD', '{}', 'acquirer', now(), now(), $1, now() + $2::interval)`,
    [captureMethod, expiresIn],
  );
}

/** The state of the only payment. */
export async function paymentState({ dataSource }: Database): Promise<Record<string, unknown> | undefined> {
  const [row] = await dataSource.query<Record<string, unknown>[]>(
    `SELECT status, stage, operation, failure_code AS failure, event_version AS events, next_action_url AS action,
            due_at <= now() AS "isDue",
            (SELECT array_agg(a.operation || ' ' || a.state ORDER BY a.id) FROM payment_attempts a
              WHERE a.environment_id = p.environment_id) AS attempts
       FROM payments p WHERE environment_id = 1`,
  );
  return row;
}

/** A callback of the acquirer about an operation of the only payment. */
export async function callBackAbout(
  database: Database,
  operation: ProcessorAttempt['operation'],
  queues: Pick<WorkQueues, 'add'> = idleQueues,
): Promise<void> {
  const [attempt] = await database.dataSource.query<{ id: string }[]>(
    `SELECT id FROM payment_attempts WHERE environment_id = 1 AND operation = $1 AND state <> 'declined'`,
    [operation],
  );
  const callback = { environmentId: 1, id: String(attempt?.id), operation };
  await new PaymentCallbacks(database, queues).askNow('acquirer', callback);
}

/** Removes payments and refunds with their events and ledger entries. */
export async function clearPayments({ dataSource }: Database): Promise<void> {
  await dataSource.query(
    `TRUNCATE payments, payment_attempts, payment_transitions, sandbox_actions, refunds, refund_attempts, disputes, events,
       deliveries CASCADE`,
  );
  // A trigger forbids TRUNCATE of the ledger, except in a replica session.
  await dataSource.query('SET LOCAL session_replication_role = replica; TRUNCATE ledger_transactions, ledger_entries');
}
