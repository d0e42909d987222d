import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';

const CLAIM = namedQuery(
  'test_clocks_claim',
  `UPDATE test_clocks SET lease = lease + 1, lease_until = now() + $1::int * interval '1 millisecond'
    WHERE environment_id IN (
      SELECT environment_id FROM test_clocks WHERE lease_until <= now() ORDER BY lease_until LIMIT $2
         FOR UPDATE SKIP LOCKED)
   RETURNING environment_id AS "environmentId", lease, target_at AS "targetAt", clock_timestamp() AS "claimedAt"`,
);

// Seconds only: days or months would make the offset's length depend on the date.
const OFFSET = `make_interval(secs => greatest(
  extract(epoch FROM e.clock_offset), extract(epoch FROM $3::timestamptz - clock_timestamp()))::float8)`;

const MOVE = namedQuery(
  'test_clocks_move',
  `WITH led AS (
     UPDATE test_clocks SET lease_until = now() + $4::int * interval '1 millisecond'
      WHERE environment_id = $1 AND lease = $2 RETURNING environment_id
   )
   UPDATE environments e SET clock_offset = ${OFFSET} FROM led WHERE e.id = led.environment_id
   RETURNING clock_timestamp() AS since`,
);

const FINISH = namedQuery(
  'test_clocks_finish',
  `WITH led AS (
     UPDATE test_clocks SET target_at = NULL, lease_until = NULL
      WHERE environment_id = $1 AND lease = $2 RETURNING environment_id
   )
   UPDATE environments e SET clock_offset = ${OFFSET} FROM led WHERE e.id = led.environment_id`,
);

const EXTEND = namedQuery(
  'test_clocks_extend',
  `UPDATE test_clocks SET lease_until = now() + $3::int * interval '1 millisecond'
    WHERE environment_id = $1 AND lease = $2 RETURNING lease`,
);

/** A running clock leased by this worker. */
export interface LedClock {
  readonly environmentId: number;
  readonly lease: number;
  readonly targetAt: Date;
  /** In real time. */
  readonly claimedAt: Date;
}

/** Leases of running clocks. A worker that lost the lease cannot move the clock. */
export class ClockLeases {
  constructor(
    private readonly database: Database,
    private readonly leaseMs: number,
  ) {}

  /** Claims up to `limit` running clocks whose lease has ended. */
  claim(limit: number): Promise<LedClock[]> {
    return this.database.forSystem().run<LedClock>(CLAIM, [this.leaseMs, limit]);
  }

  /** Advances the environment's time to `moment`, never back. Returns the real time of the move; undefined without the lease. */
  async move({ environmentId, lease }: LedClock, moment: Date): Promise<Date | undefined> {
    const values = [environmentId, lease, moment, this.leaseMs];
    const [moved] = await this.database.forSystem().run<{ since: Date }>(MOVE, values);
    return moved?.since;
  }

  /** Stops the clock at its target. */
  async finish({ environmentId, lease, targetAt }: LedClock): Promise<void> {
    await this.database.forSystem().run(FINISH, [environmentId, lease, targetAt]);
  }

  /** Renews the lease; false when it is lost. */
  async extend({ environmentId, lease }: LedClock): Promise<boolean> {
    const rows = await this.database.forSystem().run(EXTEND, [environmentId, lease, this.leaseMs]);
    return rows.length > 0;
  }

  /** Ends the lease, so that another worker continues. */
  async release({ environmentId, lease }: LedClock): Promise<void> {
    await this.database.forSystem().run(EXTEND, [environmentId, lease, 0]);
  }
}
