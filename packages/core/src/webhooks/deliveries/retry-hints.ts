import { MAX_REFS_PER_JOB, type WorkQueues } from '../../platform/queues/work-queues.js';
import type { DueDelivery } from './delivery-backlog.js';

/** A retry that is near goes by itself; others wait so long for what falls due with them. */
const NEAR_MS = 2_000;
const GATHER_MS = 100;
/** What falls due within such a slice of time does so together; one that is far off may come a little later for it. */
const SLICE_MS = 100;
const FAR_MS = 20_000;
const FAR_SLICE_MS = 1_000;

/** Retries of one slice of time. */
interface Gathered {
  readonly refs: DueDelivery[];
  readonly jobId: string;
  dueAt: number;
}

/**
 * Tells the queue of retries, those that fall due together by one job: an endpoint that fails thousands of deliveries a
 * second would have a job made of each, and, when these fall due, those of all others wait behind them.
 */
export class RetryHints {
  private readonly slices = new Map<number, Gathered>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly queues: Pick<WorkQueues, 'hintLater'>) {}

  /** Notes that a delivery falls due in `delayMs`. `attempts` are those that it has had. */
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

  /** Tells at once of all that was gathered. */
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
