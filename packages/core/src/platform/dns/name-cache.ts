import type { NameAnswer } from './name-answer.js';

const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 60_000;
/** For names without an address, and for failures of servers. */
const NEGATIVE_MS = 5_000;
const TIMED_OUT_MS = 60_000;
/** The maximum age of addresses that are used while no server responds (RFC 8767 allows days). */
const MAX_STALE_MS = 600_000;
const MAX_NAMES = 10_000;

interface Kept {
  readonly answer: NameAnswer;
  readonly until: number;
  readonly foundAt: number;
}

export class NameCache {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(name: string): NameAnswer | undefined {
    const kept = this.kept.get(name);
    return kept !== undefined && this.now() < kept.until ? kept.answer : undefined;
  }

  /** Caches an answer. After a timeout, recent addresses stay in use: an outage does not mean that the name is gone. */
  put(name: string, answer: NameAnswer): void {
    const now = this.now();
    const before = this.kept.get(name);
    const isStillUsed =
      answer.kind === 'timed_out' && before?.answer.kind === 'found' && now - before.foundAt < MAX_STALE_MS;
    const kept = isStillUsed ? before : { answer, foundAt: now };
    // The least recently looked up name is evicted first.
    this.kept.delete(name);
    this.kept.set(name, { ...kept, until: now + lifetime(answer) });
    const [first] = this.kept.keys();
    if (this.kept.size > MAX_NAMES && first !== undefined) this.kept.delete(first);
  }
}

function lifetime(answer: NameAnswer): number {
  switch (answer.kind) {
    case 'found':
      return Math.min(Math.max(answer.ttlMs, MIN_TTL_MS), MAX_TTL_MS);
    case 'absent':
    case 'failed':
      return NEGATIVE_MS;
    case 'timed_out':
      return TIMED_OUT_MS;
  }
}
