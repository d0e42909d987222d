import type { WorkRef } from './work-queues.js';

const PAGE = 1_000;
const PAGES_A_LOOK = 10;

/** Where a look at what is due has got to. */
export interface DuePlace {
  readonly dueAt: string;
  readonly environmentId: number;
  readonly id: string;
}

/** Before all that can be due. */
export const BEGINNING: DuePlace = { dueAt: '-infinity', environmentId: 0, id: '0' };

/** Where rows fall due. */
export interface DueSource<Due extends WorkRef> {
  /** Up to `limit` rows that have been due, with nobody at work on them, for `graceMs`: the longest first. */
  due(graceMs: number, limit: number, after?: DuePlace): Promise<readonly (Due & DuePlace)[]>;
}

/** Looks through what is due, from where the last look stopped: a long backlog is walked through in several. */
export class DueSearch<Due extends WorkRef> {
  private place: DuePlace | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly source: DueSource<Due>,
    /** Takes notice of those that were found; false when no more of them would find room. */
    private readonly take: (found: readonly Due[]) => boolean,
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
      const due = await this.source.due(graceMs, PAGE, place);
      if (due.length === PAGE) this.place = due.at(-1);
      if (!this.take(due) || this.place === undefined) return;
    }
  }
}
