import type { FieldError, Schemas } from '@svc/contract';
import { selects } from '../../events/event-selectors.js';
import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { PRESENT_EPOCH } from '../../platform/database/server-life.js';
import { validationFailed } from '../../platform/errors/domain-error.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import { type IdSource, idAt, idTime, toPublicId } from '../../platform/ids.js';
import { emptyRange } from '../../platform/lists/filters.js';
import { requireFewUnfinished } from '../../platform/lists/unfinished.js';
import { requireMatch } from '../../platform/preconditions.js';
import type { AuditLog } from '../../security/audit-log.js';
import { type Caller, oldestShown } from '../../security/caller.js';
import { Replay } from './replay.entity.js';
import { findWebhook } from '../endpoints/webhook-store.js';
import type { Webhook } from '../endpoints/webhook.entity.js';

const INSERT = namedQuery(
  'replays_insert',
  `INSERT INTO replays (environment_id, id, webhook_id, created_from, created_to, type, only_failed, status, reached,
     updated_at, xid, epoch)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, pg_current_xact_id()::text::bigint, ${PRESENT_EPOCH})`,
);

/** Accepts requests for replays; the workers carry them out. */
export class WebhookReplays {
  constructor(
    private readonly ids: IdSource,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditLog,
  ) {}

  start(caller: Caller, publicId: string, request: Schemas['ReplayWebhook']): Promise<Schemas['WebhookReplay']> {
    return this.idempotency.inTransaction(caller, async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const webhook = await findWebhook(tables, publicId);
      requireMatch(caller, webhook.version);
      const [id, oldest] = [await this.ids.one(), oldestShown(caller)];
      requireSense(webhook, request, { from: oldest, to: id });
      await requireFewUnfinished(tables, Replay, 'replays');
      const replay = newReplay(webhook, id, request, oldest);
      insertReplay(transaction, replay);
      await this.audit.record(transaction, caller, { action: 'webhook.replayed', objectId: publicId });
      return presentReplay(replay);
    });
  }
}

type NewReplay = Omit<Replay, 'toId' | 'xid' | 'epoch'>;

/** Leaves out events past the account's retention. */
function newReplay(
  { environmentId, id: webhookId }: Webhook,
  id: string,
  request: Schemas['ReplayWebhook'],
  oldest: string,
): NewReplay {
  const createdFrom = new Date(request.createdFrom);
  const first = [BigInt(idAt(createdFrom)), BigInt(oldest)].reduce((a, b) => (a > b ? a : b));
  return {
    environmentId,
    id,
    webhookId,
    createdFrom,
    createdTo: new Date(request.createdTo),
    type: request.type ?? null,
    onlyFailed: request.onlyFailed ?? true,
    status: 'pending',
    reached: String(first - 1n),
    deliveries: 0,
    updatedAt: idTime(id),
  };
}

function insertReplay(transaction: Transaction, replay: NewReplay): void {
  transaction.queue(INSERT, [
    replay.environmentId,
    replay.id,
    replay.webhookId,
    replay.createdFrom,
    replay.createdTo,
    replay.type,
    replay.onlyFailed,
    replay.status,
    replay.reached,
    replay.updatedAt,
  ]);
}

/** Rejects a request that cannot match any event. */
function requireSense(webhook: Webhook, request: Schemas['ReplayWebhook'], shown: { from: string; to: string }): void {
  const { createdFrom, createdTo, type } = request;
  const errors: FieldError[] = [];
  if (Date.parse(createdTo) <= Date.parse(createdFrom)) {
    errors.push(emptyRange({ pointer: '/createdTo' }));
  } else if (BigInt(idAt(new Date(createdTo))) <= BigInt(shown.from)) {
    const detail = `must be later than ${idTime(shown.from).toISOString()}; earlier events are past the retention of the account`;
    errors.push({ pointer: '/createdTo', code: 'out_of_range', detail });
  } else if (BigInt(idAt(new Date(createdFrom))) > BigInt(shown.to)) {
    errors.push({ pointer: '/createdFrom', code: 'out_of_range', detail: 'must not be in the future' });
  }
  if (type !== undefined && !selects(webhook.events, type)) {
    errors.push({ pointer: '/type', code: 'unknown_event', detail: 'is not an event that the webhook subscribes to' });
  }
  if (errors.length > 0) throw validationFailed('The replay has no events.', ...errors);
}

/** A replay in API responses. */
function presentReplay(replay: Omit<Replay, 'toId' | 'xid' | 'epoch'>): Schemas['WebhookReplay'] {
  return {
    id: toPublicId('rpl', replay.id),
    webhookId: toPublicId('wh', replay.webhookId),
    createdFrom: replay.createdFrom.toISOString(),
    createdTo: replay.createdTo.toISOString(),
    type: replay.type,
    onlyFailed: replay.onlyFailed,
    status: replay.status,
    deliveries: replay.deliveries,
    createdAt: idTime(replay.id).toISOString(),
  };
}
