import type { Schemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Mode } from '../../security/environment.entity.js';
import { endpointOf } from './endpoint-concurrency.js';
import type { StoredSecrets } from '../endpoints/webhook-secrets.js';

/** The data of an endpoint that deliveries need. */
export interface DeliveryEndpoint extends StoredSecrets {
  readonly url: string;
  readonly acknowledgeOn: '200' | '2xx';
  readonly retrySchedule: Schemas['RetrySchedule'];
  readonly mode: Mode;
  readonly accountId: string;
}

/** An endpoint at the time of a claim. */
export interface StampedEndpoint {
  readonly environmentId: number;
  readonly webhookId: string;
  /** Differs for each state of the endpoint; empty when it was deleted. */
  readonly stamp: string;
}

/**
 * The stamp of endpoint `w`: the transaction that wrote its row last, and whether a rotation overlaps, since its end changes
 * the signing secret. Any write of the row changes it, also one by hand.
 */
export const ENDPOINT_STAMP = `w.xmin::text || CASE WHEN w.overlap_until > now() THEN '+' ELSE '' END`;

/** The secrets of endpoint `w` by the database clock: the next secret counts once the overlap has ended. */
const SIGNING_COLUMNS = `
  CASE WHEN w.overlap_until <= now() THEN w.next_secret_ciphertext ELSE w.secret_ciphertext END AS "secretCiphertext",
  CASE WHEN w.overlap_until <= now() THEN w.next_secret_data_key ELSE w.secret_data_key END AS "secretDataKey",
  CASE WHEN w.overlap_until > now() THEN w.next_secret_ciphertext END AS "nextSecretCiphertext",
  CASE WHEN w.overlap_until > now() THEN w.next_secret_data_key END AS "nextSecretDataKey",
  CASE WHEN w.overlap_until > now() THEN w.overlap_until END AS "overlapUntil"`;

// `+ 0` keeps the planner from finding endpoints by environment: a plan made for few endpoints would read all of the
// environment's for each.
const ENDPOINTS = namedQuery(
  'deliveries_endpoints',
  `SELECT w.environment_id AS "environmentId", w.id AS "webhookId", ${ENDPOINT_STAMP} AS stamp, w.url,
          w.acknowledge_on AS "acknowledgeOn", w.retry_schedule AS "retrySchedule", n.mode, n.account_id AS "accountId",
          ${SIGNING_COLUMNS}
     FROM unnest($1::int[], $2::bigint[]) AS r (environment_id, id)
     JOIN webhooks w ON w.environment_id = r.environment_id AND w.id = r.id AND w.deleted_at IS NULL
     JOIN environments n ON n.id = w.environment_id + 0`,
);

/** Endpoints kept, those that were read last. */
const MAX_KEPT = 10_000;

type Kept = DeliveryEndpoint & StampedEndpoint;

/** Caches endpoints: each is read once, and kept while claims return its stamp. */
export class DeliveryEndpoints {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly database: Database) {}

  /** The endpoint of each, as of its stamp or later; null when it was deleted. */
  async of(stamped: readonly StampedEndpoint[]): Promise<(DeliveryEndpoint | null)[]> {
    // Before any await, since the result of an earlier, older read may arrive meanwhile.
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
