import type { FieldError, Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { idAt, laterId, toPublicId } from '../platform/ids.js';
import { listPage, type PageRange } from '../platform/lists/cursor.js';
import { emptyRange } from '../platform/lists/filters.js';
import { oldestShown, type Caller } from '../security/caller.js';
import { realTime } from '../security/environment-time.js';
import { healthOfAll, healthOfEach } from './delivery-health.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 31;

const ENDPOINTS = namedQuery(
  'webhooks_for_health',
  `SELECT id, enabled FROM webhooks
    WHERE environment_id = $1 AND deleted_at IS NULL AND ($2::bigint IS NULL OR id < $2)
    ORDER BY id DESC LIMIT $3`,
);

interface Endpoint {
  readonly id: string;
  readonly enabled: boolean;
}

/** Reports how well endpoints accept deliveries. */
export class WebhookHealthService {
  constructor(private readonly database: Database) {}

  async list(caller: Caller, query: Input<'listWebhookHealth'>['query']): Promise<Schemas['WebhookHealthPage']> {
    const now = await realTime(this.database.forEnvironment(caller));
    const { from, to } = rangeOf(query, now);
    const range = { fromId: laterId(idAt(from), oldestShown(caller)), toId: idAt(to) };
    const tables = this.database.forEnvironment(caller);
    const read = ({ beforeId, limit }: PageRange) => tables.run<Endpoint>(ENDPOINTS, [beforeId ?? null, limit]);
    const { data: endpoints, ...page } = await listPage('webhook health', caller, query, read, (endpoint) => endpoint);
    const ids = endpoints.map(({ id }) => id);
    const [each, total] = await Promise.all([healthOfEach(tables, range, ids), healthOfAll(tables, range)]);
    return {
      createdFrom: from.toISOString(),
      createdTo: to.toISOString(),
      total,
      data: endpoints.flatMap(({ id, enabled }, index) => {
        const health = each[index];
        return health === undefined ? [] : [{ webhookId: toPublicId('wh', id), enabled, health }];
      }),
      ...page,
      asOf: now.toISOString(),
    };
  }
}

/** Returns the requested range, by default the last day. Throws `invalid_query` if it is invalid. */
function rangeOf({ createdFrom, createdTo }: Input<'listWebhookHealth'>['query'], now: Date): { from: Date; to: Date } {
  const to = createdTo === undefined ? now : new Date(createdTo);
  const from = createdFrom === undefined ? new Date(to.getTime() - DAY_MS) : new Date(createdFrom);
  const length = to.getTime() - from.getTime();
  if (length <= 0) throw refusal(emptyRange({ parameter: 'createdTo' }));
  if (length > MAX_DAYS * DAY_MS) {
    const detail = `createdFrom and createdTo may be at most ${MAX_DAYS} days apart`;
    throw refusal({ parameter: 'createdFrom', code: 'out_of_range', detail });
  }
  return { from, to };
}

function refusal(error: FieldError): DomainError {
  return new DomainError('invalid_query', 'No data exists for this range.', { errors: [error] });
}
