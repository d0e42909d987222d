import { MAX_REFS_PER_JOB, type WorkQueues } from '../../platform/queues/work-queues.js';
import type { DueDelivery } from './delivery-backlog.js';

/** A near retry gets a job of its own; others are collected for a moment. */
const NEAR_MS = 2_000;
const GATHER_MS = 100;
/** Retries due within a slice of time share a job; distant ones share longer slices, and may be later by one. */
const SLICE_MS = 100;
const FAR_MS = 20_000;
const FAR_SLICE_MS = 1_000;

/** Retries of one slice. */
interface Gathered {
  readonly refs: DueDelivery[];
  readonly jobId: string;
  dueAt: number;
}

/**
 * Adds delayed jobs for retries, one for all that are due together. Otherwise an endpoint that fails thousands of deliveries
 * a second would create a job for each, and these would delay the jobs of all others.
 */
export class RetryHints {
  private readonly slices = new Map<number, Gathered>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly queues: Pick<WorkQueues, 'hintLater'>) {}

  /** Adds a retry that is due in `delayMs`, after `attempts` attempts. */
  add(delivery: DueDelivery & { readonly eventId: string }, attempts: number, delayMs: number): void {
    const { environmentId, id, webhookId, eventId } = delivery;
    const [ref, jobId] = [{ environmentId, id, webhookId, eventId }, `dlv_${id}_${attempts}`];
    const dueAt = performance.now() + delayMs;
    if (delayMs < NEAR_MS) return void this.send({ refs: [ref], jobId, dueAt });
    const width = delayMs < FAR_MS ? SLICE_MS : FAR_SLICE_MS;
    const slice = Math.ceil(dueAt / width) * width;
    const gathered = this.slices.get(slice);
    if (gathered === undefined) this.slices.set(slice, { refs: [ref], jobId, dueAt });
    else {
      gathered.refs.push(ref);
      gathered.dueAt = Math.max(gathered.dueAt, dueAt);
      if (gathered.refs.length === MAX_REFS_PER_JOB) {
        this.slices.delete(slice);
        void this.send(gathered);
      }
    }
    this.timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /** Sends all collected hints now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const gathered = [...this.slices.values()];
    this.slices.clear();
    await Promise.all(gathered.map((each) => this.send(each)));
  }

  private send({ refs, jobId, dueAt }: Gathered): Promise<void> {
    return this.queues.hintLater('deliveries', refs, Math.max(0, dueAt - performance.now()), jobId);
  }
}
