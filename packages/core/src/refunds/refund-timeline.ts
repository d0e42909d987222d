import type { Schemas } from '@svc/contract';
import type { TimelinePart, TimelineSource } from '../payments/payment-timeline.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idTime, toPublicId } from '../platform/ids.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import type { Caller } from '../security/caller.js';
import type { RefundAttempt } from './refund-attempt.entity.js';
import { presentRefundFailure } from './refund.presenter.js';
import { REFUND_COLUMNS, type Refund } from './refund.entity.js';

type Entry = Schemas['TimelineEntry'];
type RefundEntry = Pick<Schemas['timeline.refund'], 'type' | 'refundId' | 'amount' | 'reason'>;
type Attempt = Pick<RefundAttempt, 'processor' | 'state' | 'code' | 'startedAt' | 'finishedAt'>;
type RefundAndAttempt = Refund & { readonly [Column in keyof Attempt]: Attempt[Column] | null } & {
  /** When it was completed; only of a refund that failed afterwards. */
  readonly completedAt: Date | null;
};

const OF_PAYMENT = namedQuery(
  'refunds_in_timeline',
  `SELECT ${REFUND_COLUMNS}, a.processor, a.state, a.code, a.started_at AS "startedAt", a.finished_at AS "finishedAt",
          l.at AS "completedAt"
     FROM refunds r
     LEFT JOIN refund_attempts a ON a.environment_id = r.environment_id AND a.refund_id = r.id
     LEFT JOIN ledger_transactions l ON l.environment_id = r.environment_id AND l.source = 'refund' AND l.source_id = r.id
           AND l.kind = 'completed' AND r.status = 'failed'
    WHERE r.environment_id = $1 AND r.payment_id = $2 ORDER BY r.id LIMIT $3`,
);

/** Adds the refunds of a payment to its timeline. */
export class RefundTimeline implements TimelineSource {
  constructor(private readonly database: Database) {}

  async of(caller: Caller, paymentId: string, limit: number): Promise<TimelinePart> {
    const tables = this.database.forEnvironment(caller);
    const refunds = await tables.run<RefundAndAttempt>(OF_PAYMENT, [paymentId, limit]);
    return { entries: refunds.flatMap(entriesOf).slice(0, limit), objectIds: refunds.map(({ id }) => id) };
  }
}

function entriesOf(refund: RefundAndAttempt): Entry[] {
  const common: RefundEntry = {
    type: 'timeline.refund',
    refundId: toPublicId('ref', refund.id),
    amount: { value: Number(refund.amountValue), currency: refund.currency },
    reason: refund.reason,
  };
  const at = idTime(refund.id).toISOString();
  const created: Entry = { ...common, at, status: 'pending', failure: null, version: 1 };
  const { status, version } = refund;
  const failure = presentRefundFailure(refund);
  const ended: Entry = { ...common, at: refund.updatedAt.toISOString(), status, failure, version };
  const changes = [...completionOf(refund, common), ...(status === 'pending' ? [] : [ended])];
  // A refund that was made at the processor may have been completed when it was noticed.
  const first = version > changes.length ? [created] : [];
  return [...first, ...attemptOf(refund), ...changes];
}

/** The completion of a refund that failed afterwards. */
function completionOf({ completedAt, version }: RefundAndAttempt, common: RefundEntry): Entry[] {
  if (completedAt === null) return [];
  return [{ ...common, at: completedAt.toISOString(), status: 'completed', failure: null, version: version - 1 }];
}

/** Of a refund that failed after its completion, the attempt was approved: the later entry says why the refund failed. */
function attemptOf({ processor, state, startedAt, completedAt, ...refund }: RefundAndAttempt): Entry[] {
  if (processor === null || state === null || startedAt === null) return [];
  const outcome = completedAt === null ? state : 'approved';
  return [
    {
      type: 'timeline.attempt',
      at: startedAt.toISOString(),
      operation: 'refund',
      amount: { value: Number(refund.amountValue), currency: refund.currency },
      processor: publicProcessor(processor).id,
      outcome: outcome === 'open' ? 'pending' : outcome,
      code: completedAt === null ? refund.code : null,
      finishedAt: (completedAt ?? refund.finishedAt)?.toISOString() ?? null,
    },
  ];
}
