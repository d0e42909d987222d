import type { Database } from '../platform/database/database.js';
import type { NamedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids.js';
import type { DuePage, DueQuery } from '../platform/queues/due-feed.js';
import { readDue } from '../platform/queues/due-rows.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { type DeferredRow, deferValues, type WorkId } from './call-overflow.js';
import type { ClaimSource } from './processor-runner.js';

interface ClaimStatements {
  /** Claims rows for $1 milliseconds and stores their attempts, with the ids of $4. */
  readonly claim: NamedQuery;
  readonly due: NamedQuery;
  readonly defer: NamedQuery;
}

/** Claims due payments or refunds, each for one worker at a time. */
export abstract class AttemptClaims<Row extends { readonly claimedAt: Date }, Claimed> implements ClaimSource<Claimed> {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly leaseMs: number,
    private readonly statements: ClaimStatements,
    private readonly claimedOf: (row: Row, leasedUntil: number) => Claimed,
  ) {}

  /** Claims those of the named rows that are due and not leased, and stores their attempts. */
  async claim(refs: readonly WorkRef[]): Promise<Claimed[]> {
    const attemptIds = await this.ids.take(refs.length);
    const leasedUntil = performance.now() + this.leaseMs;
    const named = [refs.map((ref) => ref.environmentId), refs.map((ref) => ref.id)];
    const values = [this.leaseMs, ...named, attemptIds];
    const rows = await this.database.forSystem().run<Row>(this.statements.claim, values);
    const [first] = rows;
    // All rows have the same time. The ids of their outcomes exceed it, also if the clock of this process is behind.
    if (first !== undefined) this.ids.follow(first.claimedAt);
    return rows.map((row) => this.claimedOf(row, leasedUntil));
  }

  /** Defers due, unclaimed rows. */
  defer(rows: readonly DeferredRow[]): Promise<WorkId[]> {
    return this.database.forSystem().run<WorkId>(this.statements.defer, deferValues(rows));
  }

  /** Rows that have been due for a time, by environment. */
  due(query: DueQuery): Promise<DuePage> {
    return readDue(this.database.forSystem(), this.statements.due, query);
  }
}
