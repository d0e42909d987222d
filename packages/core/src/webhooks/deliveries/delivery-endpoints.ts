import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Mode } from '../../security/environment.entity.js';
import { endpointOf } from './delivery-backlog.js';
import { SIGNING_COLUMNS } from '../endpoints/signing-columns.js';
import type { StoredSecrets } from '../endpoints/webhook-secrets.js';

/** What deliveries need of their endpoint. */
export interface DeliveryEndpoint extends StoredSecrets {
  readonly url: string;
  readonly acknowledgeOn: '200' | '2xx';
  readonly mode: Mode;
  readonly accountId: string;
}

/** An endpoint as it stood when a delivery was claimed. */
export interface StampedEndpoint {
  readonly environmentId: number;
  readonly webhookId: string;
  /** Another one for each state of the endpoint; empty when it has been deleted. */
  readonly stamp: string;
}

/**
 * The stamp of an endpoint `w`: the transaction that wrote its row last and, since what signs changes when an overlap ends,
 * whether one is under way. Whatever writes the row changes it, were it by hand.
 */
export const ENDPOINT_STAMP = `w.xmin::text || CASE WHEN w.overlap_until > now() THEN '+' ELSE '' END`;

// The environment is joined by an expression, so that an endpoint cannot be found by it: planned while there are few of
// them, the statement would read all of the environment's for each, and throw away those that have another id.
const ENDPOINTS = namedQuery(
  'deliveries_endpoints',
  `SELECT w.environment_id AS "environmentId", w.id AS "webhookId", ${ENDPOINT_STAMP} AS stamp, w.url,
          w.acknowledge_on AS "acknowledgeOn", n.mode, n.account_id AS "accountId", ${SIGNING_COLUMNS}
     FROM unnest($1::int[], $2::bigint[]) AS r (environment_id, id)
     JOIN webhooks w ON w.environment_id = r.environment_id AND w.id = r.id AND w.deleted_at IS NULL
     JOIN environments n ON n.id = w.environment_id + 0`,
);

/** So many are kept, those that were read last. */
const MAX_KEPT = 10_000;

type Kept = DeliveryEndpoint & StampedEndpoint;

/** The endpoints that deliveries go to. Each is read once and kept for as long as claims find its stamp. */
export class DeliveryEndpoints {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly database: Database) {}

  /** The endpoint of each, as it stood then or later; null for one that has been deleted. */
  async of(stamped: readonly StampedEndpoint[]): Promise<(DeliveryEndpoint | null)[]> {
    // Found before anything is waited for: meanwhile what was read earlier may arrive, and be older.
    const known = stamped.map((each) => this.known(each));
    const unknown = stamped.filter(({ stamp }, index) => stamp !== '' && known[index] === undefined);
    if (unknown.length === 0) return known.map((endpoint) => endpoint ?? null);
    const read = await this.read(new Map(unknown.map((each) => [endpointOf(each), each])));
    return stamped.map((each, index) => known[index] ?? read.get(endpointOf(each)) ?? null);
  }

  private known(stamped: StampedEndpoint): DeliveryEndpoint | undefined {
    const kept = this.kept.get(endpointOf(stamped));
    return kept?.stamp === stamped.stamp ? kept : undefined;
  }

  private async read(unknown: ReadonlyMap<string, StampedEndpoint>): Promise<ReadonlyMap<string, Kept>> {
    const asked = [...unknown.values()];
    const values = [asked.map(({ environmentId }) => environmentId), asked.map(({ webhookId }) => webhookId)];
    const rows = await this.database.forSystem().run<Kept>(ENDPOINTS, values);
    const read = new Map(rows.map((row) => [endpointOf(row), row]));
    for (const name of unknown.keys()) this.kept.delete(name);
    for (const [name, endpoint] of read) this.kept.set(name, endpoint);
    const surplus = this.kept.size - MAX_KEPT;
    if (surplus > 0) for (const name of [...this.kept.keys()].slice(0, surplus)) this.kept.delete(name);
    return read;
  }
}
