/** Transaction ids that a moment in the life of the database lies between, and how far the roll-ups have got. */
export interface RollupState {
  readonly epoch: number;
  /** The first transaction that is not counted yet. */
  readonly xid: bigint;
  readonly asOf: Date;
  readonly mark: Mark | null;
}

/** All that was committed up to a time, `at`, is of transactions below `xid`. */
export interface Mark {
  readonly xid: bigint;
  readonly at: Date;
}

export interface Surroundings {
  /** The life of the database that it is in. */
  readonly epoch: number;
  /** All transactions of the counted epoch below this one have ended. */
  readonly horizon: bigint;
  readonly now: Mark;
}

export interface RollupStep {
  /** Transactions from the state's up to this one, which is not included, are counted now. */
  readonly until: bigint;
  readonly next: RollupState;
  /** Whether more can be counted at once. */
  readonly more: boolean;
}

/**
 * What to count next, at most `width` transactions, and where that leads. A transaction that is still open holds back
 * those after it; what was committed after them is then in none of the figures, and `asOf` stays behind it.
 */
export function nextStep(state: RollupState, { epoch, horizon, now }: Surroundings, width: bigint): RollupStep {
  const until = smaller(state.xid + width, larger(horizon, state.xid));
  if (state.epoch < epoch) {
    const ended = until >= horizon;
    const next = ended ? { epoch: state.epoch + 1, xid: 0n } : { epoch: state.epoch, xid: until };
    return { until, next: { ...next, asOf: state.asOf, mark: null }, more: true };
  }
  const reached = [now, state.mark].find((mark) => mark !== null && until >= mark.xid) ?? undefined;
  const next = { epoch, xid: until, asOf: reached?.at ?? state.asOf };
  const mark = reached === now ? null : reached === undefined ? (state.mark ?? now) : now;
  return { until, next: { ...next, mark }, more: until < horizon };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
