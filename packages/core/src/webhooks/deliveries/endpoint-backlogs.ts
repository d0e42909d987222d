import type { Database, Transaction } from '../../platform/database/database.js';
import { type NamedQuery, namedQuery } from '../../platform/database/named-query.js';

/** Deliveries per statement, so that none takes long. */
const ROUND = 1_000;
/** Endpoints per run. */
const MAX_ENDPOINTS = 100;

const PARKED = `due_at = 'infinity'`;
// A delivery that is being sent is cancelled when it is claimed again. Written as a range, because of the index of `due_at`: with
// IS NOT NULL, a plan made while a partition is empty reads another.
const OPEN = `due_at >= '-infinity' AND leased_until IS NULL`;

interface Round {
  readonly change: NamedQuery;
  readonly rest: NamedQuery;
}

const WAKING: Round = {
  change: namedQuery('deliveries_wake', changing(PARKED, 'due_at = now()')),
  rest: namedQuery('deliveries_parked', existing(PARKED)),
};

const CANCELLING: Round = {
  change: namedQuery(
    'deliveries_cancel_open',
    changing(OPEN, `status = 'cancelled', reason = 'webhook_deleted', due_at = NULL`),
  ),
  rest: namedQuery('deliveries_open', existing(OPEN)),
};

// A locked delivery is left for the next round.
function changing(which: string, values: string): string {
  return `WITH found AS (
     SELECT environment_id, id FROM deliveries
      WHERE environment_id = $1 AND webhook_id = $2 AND ${which} LIMIT ${ROUND}
        FOR UPDATE SKIP LOCKED
   )
   UPDATE deliveries d SET ${values}, updated_at = now()
     FROM found f WHERE d.environment_id = f.environment_id AND d.id = f.id
   RETURNING d.id`;
}

function existing(which: string): string {
  return `SELECT 1 FROM deliveries WHERE environment_id = $1 AND webhook_id = $2 AND ${which} LIMIT 1`;
}

const FIND = namedQuery(
  'webhooks_with_backlog',
  `SELECT environment_id AS "environmentId", id FROM webhooks WHERE has_backlog LIMIT $1`,
);

// The lock keeps the endpoint as it is: no delivery is parked between the last round and FINISH.
const HOLD = namedQuery(
  'webhooks_hold_backlog',
  `SELECT CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN enabled THEN 'enabled' ELSE 'disabled' END AS state
     FROM webhooks WHERE environment_id = $1 AND id = $2 AND has_backlog
      FOR NO KEY UPDATE SKIP LOCKED`,
);

const FINISH = namedQuery(
  'webhooks_finish_backlog',
  'UPDATE webhooks SET has_backlog = false WHERE environment_id = $1 AND id = $2',
);

interface Endpoint {
  readonly environmentId: number;
  readonly id: string;
}

/** Makes the first deliveries due that were parked while their endpoint was disabled. The caller has locked the endpoint. */
export function wakeDeliveries(transaction: Transaction, { environmentId, id }: Endpoint): void {
  transaction.queue(WAKING.change, [environmentId, id]);
}

/** Cancels the first open deliveries of a deleted endpoint. The caller has locked the endpoint. */
export function cancelDeliveries(transaction: Transaction, { environmentId, id }: Endpoint): void {
  transaction.queue(CANCELLING.change, [environmentId, id]);
}

/** Wakes the other deliveries of endpoints that were enabled, and cancels those of deleted ones. */
export class EndpointBacklogs {
  constructor(private readonly database: Database) {}

  /** Changes a round of deliveries for each endpoint. Resolves to true if there may be more. */
  async advance(): Promise<boolean> {
    const endpoints = await this.database.forSystem().run<Endpoint>(FIND, [MAX_ENDPOINTS]);
    let hasMore = false;
    for (const endpoint of endpoints) hasMore = (await this.step(endpoint)) || hasMore;
    return hasMore;
  }

  private step({ environmentId, id }: Endpoint): Promise<boolean> {
    const key = [environmentId, id];
    return this.database.transaction(async (transaction) => {
      const [held] = await transaction.run<{ state: 'deleted' | 'enabled' | 'disabled' }>(HOLD, key);
      if (held === undefined) return false;
      if (held.state !== 'disabled') {
        const { change, rest } = held.state === 'deleted' ? CANCELLING : WAKING;
        const changed = await transaction.run(change, key);
        if (changed.length === ROUND) return true;
        if ((await transaction.run(rest, key)).length > 0) return false;
      }
      transaction.queue(FINISH, key);
      return false;
    });
  }
}
