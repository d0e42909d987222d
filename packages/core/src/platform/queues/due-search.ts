import type { WorkRef } from './work-ref.js';

const PAGE = 1_000;
const PAGES_A_LOOK = 10;

export interface DuePlace {
  readonly dueAt: string;
  readonly environmentId: number;
  readonly id: string;
}

export const BEGINNING: DuePlace = { dueAt: '-infinity', environmentId: 0, id: '0' };

export interface DueSource<Due extends WorkRef> {
  /** Returns up to `limit` rows that have been due and unclaimed for `graceMs`, the longest-due first. */
  due(graceMs: number, limit: number, after?: DuePlace): Promise<readonly (Due & DuePlace)[]>;
}

/** Pages through due rows, starting where the last search stopped: a long backlog takes several searches. */
export class DueSearch<Due extends WorkRef> {
  private place: DuePlace | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly source: DueSource<Due>,
    /** Enqueues the rows; returns false if there is no more room. */
    private readonly take: (found: readonly Due[]) => boolean,
  ) {}

  /** Whether the last search stopped before the end, and none is running. */
  get hasLeftOff(): boolean {
    return this.place !== undefined && this.looking === undefined;
  }

  /** Searches rows that have been due for `graceMs`. Concurrent callers share one search. */
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
