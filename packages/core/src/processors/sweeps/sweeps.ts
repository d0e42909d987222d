import type { Database, EnvironmentScope, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { connectionIdOf } from '../connections/connection-name.js';
import type { ConnectionUse } from '../connections/connection-uses.js';
import type { ProcessorSweep } from './processor-sweep.entity.js';

const EVERY = `interval '10 minutes'`;
/** An entry may be listed some time after it was created, and the clocks may differ. */
const OVERLAP = `interval '5 minutes'`;
/** For so long, at least, an entry that could not be handled is read again. */
const PATIENCE = `interval '1 hour'`;
const MAX_PAUSE = `interval '1 hour'`;

const BEGIN = namedQuery(
  'processor_sweeps_begin',
  `INSERT INTO processor_sweeps (environment_id, processor_id, subject, swept_to, due_at)
   SELECT $1, $2, subject, now(), now() + ${EVERY} FROM unnest(ARRAY['events', 'settlement']) subject`,
);

const CLAIM = namedQuery(
  'processor_sweeps_claim',
  `WITH t AS MATERIALIZED (
     SELECT environment_id, processor_id, subject FROM processor_sweeps
      WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
   )
   UPDATE processor_sweeps s
      SET due_at = now() + $1::int * interval '1 millisecond', lease = s.lease + 1, begun_at = coalesce(s.begun_at, now())
     FROM t
    WHERE s.environment_id = t.environment_id AND s.processor_id = t.processor_id AND s.subject = t.subject
   RETURNING s.environment_id AS "environmentId", s.processor_id AS "processorId", s.subject, s.swept_to - ${OVERLAP} AS since,
             s.cursor, s.lease`,
);

const PROCEED = namedQuery(
  'processor_sweeps_proceed',
  `UPDATE processor_sweeps SET cursor = $5, has_failed = has_failed OR $6, failures = 0, due_at = now()
    WHERE environment_id = $1 AND processor_id = $2 AND subject = $3 AND lease = $4`,
);

// After a failure, the next sweep reads the same entries again, however old they are. When this has lasted too long, those that
// are older than that are given up.
const IS_GIVEN_UP = `failing_since <= begun_at - ${PATIENCE}`;
const END = namedQuery(
  'processor_sweeps_end',
  `UPDATE processor_sweeps
      SET swept_to = CASE WHEN NOT (has_failed OR $5) THEN begun_at
                          WHEN ${IS_GIVEN_UP} THEN greatest(swept_to, begun_at - ${PATIENCE}) ELSE swept_to END,
          failing_since = CASE WHEN NOT (has_failed OR $5) THEN NULL
                               WHEN ${IS_GIVEN_UP} THEN begun_at ELSE coalesce(failing_since, begun_at) END,
          begun_at = NULL, cursor = NULL, has_failed = false, failures = 0, due_at = now() + ${EVERY}
    WHERE environment_id = $1 AND processor_id = $2 AND subject = $3 AND lease = $4
   RETURNING processor_id`,
);

// The pause doubles, from a minute to an hour.
const POSTPONE = namedQuery(
  'processor_sweeps_postpone',
  `UPDATE processor_sweeps
      SET failures = failures + 1, due_at = now() + least(interval '1 minute' * power(2, least(failures, 10)), ${MAX_PAUSE})
    WHERE environment_id = $1 AND processor_id = $2 AND subject = $3 AND lease = $4`,
);

const WAKE = namedQuery(
  'processor_sweeps_wake',
  'UPDATE processor_sweeps SET due_at = now(), failures = 0 WHERE environment_id = $1 AND processor_id = $2 AND failures > 0',
);

const NOTE_REFUSED = namedQuery(
  'processor_sweeps_note_refused',
  `UPDATE processor_sweeps SET failures = greatest(failures, 1)
    WHERE environment_id = $1 AND processor_id = $2 AND subject = ANY ($3::text[])`,
);

const FORGET = namedQuery(
  'processor_sweeps_forget',
  'DELETE FROM processor_sweeps WHERE environment_id = $1 AND processor_id = $2',
);

/** A page to read, claimed by this worker. */
export type ClaimedSweep = Pick<ProcessorSweep, 'environmentId' | 'processorId' | 'subject' | 'cursor' | 'lease'> & {
  /** Entries that were created before it have been read. */
  readonly since: Date;
};

/** Schedules the sweeps of a new connection. */
export function beginSweeps(transaction: Transaction, { environmentId }: EnvironmentScope, processorId: string): void {
  transaction.queue(BEGIN, [environmentId, processorId]);
}

/** Retries failed sweeps now. */
function wakeSweep(transaction: Transaction, { environmentId }: EnvironmentScope, processorId: string): void {
  transaction.queue(WAKE, [environmentId, processorId]);
}

/** Marks the lists that the credentials may not read as failing. A permission for a list has its name; the others have no sweep. */
export function noteRefusedLists(
  transaction: Transaction,
  { environmentId }: EnvironmentScope,
  processorId: string,
  permissions: readonly { readonly name: string; readonly granted: boolean }[],
): void {
  const refused = permissions.filter(({ granted }) => !granted).map(({ name }) => name);
  if (refused.length > 0) transaction.queue(NOTE_REFUSED, [environmentId, processorId, refused]);
}

/** Ends the sweeps of a deleted connection. */
export function forgetSweeps(transaction: Transaction, { environmentId }: EnvironmentScope, processorId: string): void {
  transaction.queue(FORGET, [environmentId, processorId]);
}

/** Has the lists of a connection read when its credentials are accepted again. */
export class SweptConnections implements ConnectionUse {
  isPending(): Promise<boolean> {
    return Promise.resolve(false);
  }

  wake(transaction: Transaction, scope: EnvironmentScope, name: string): void {
    const id = connectionIdOf(name);
    if (id !== undefined) wakeSweep(transaction, scope, id);
  }
}

/** Keeps how far the lists of connections were read. Writes under an older lease have no effect. */
export class Sweeps {
  constructor(private readonly database: Database) {}

  async claim(leaseMs: number): Promise<ClaimedSweep | undefined> {
    const [claimed] = await this.database.forSystem().run<ClaimedSweep>(CLAIM, [leaseMs]);
    return claimed;
  }

  /** Advances behind a page. `hasFailed`: an entry of it could not be handled. */
  proceed(sweep: ClaimedSweep, cursor: string, hasFailed: boolean): Promise<unknown> {
    return this.tables(sweep).run(PROCEED, [...keyOf(sweep), cursor, hasFailed]);
  }

  /**
   * Ends a sweep with its last page, and does the rest in the same transaction, unless the lease was lost. An entry that could
   * not be handled is read again, for a time.
   */
  end(sweep: ClaimedSweep, hasFailed: boolean, rest?: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(sweep);
      const ended = await tables.run(END, [...keyOf(sweep), hasFailed]);
      if (ended.length > 0) await rest?.(transaction);
    });
  }

  postpone(sweep: ClaimedSweep): Promise<unknown> {
    return this.tables(sweep).run(POSTPONE, keyOf(sweep));
  }

  /** Starts the sweep anew: the processor does not know the cursor any more. */
  restart(sweep: ClaimedSweep): Promise<unknown> {
    return this.tables(sweep).run(PROCEED, [...keyOf(sweep), null, false]);
  }

  private tables({ environmentId }: ClaimedSweep) {
    return this.database.forEnvironment({ environmentId });
  }
}

function keyOf({ processorId, subject, lease }: ClaimedSweep): (string | number)[] {
  return [processorId, subject, lease];
}
