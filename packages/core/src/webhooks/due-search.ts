import type { DeliveryClaims, DuePlace } from './delivery-claims.js';
import type { DueDelivery } from './delivery-backlog.js';

const PAGE = 1_000;
const PAGES_A_LOOK = 10;

/** Looks through what is due, from where the last look stopped: a long backlog is walked through in several. */
export class DueSearch {
  private place: DuePlace | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly claims: DeliveryClaims,
    /** Takes notice of those that were found; false when no more of them would find room. */
    private readonly take: (found: readonly DueDelivery[]) => boolean,
  ) {}

  /** Whether the last look has left off before the end, and none is under way. */
  get hasLeftOff(): boolean {
    return this.place !== undefined && this.looking === undefined;
  }

  /** Looks at what has been due for `graceMs`. Whoever asks while a look is under way gets that one. */
  look(graceMs: number): Promise<void> {
    this.looking ??= this.walk(graceMs).finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async walk(graceMs: number): Promise<void> {
    for (let page = 0; page < PAGES_A_LOOK; page++) {
      const { place } = this;
      this.place = undefined;
      const due = await this.claims.due(graceMs, PAGE, place);
      if (due.length === PAGE) this.place = due.at(-1);
      if (!this.take(due) || this.place === undefined) return;
    }
  }
}
