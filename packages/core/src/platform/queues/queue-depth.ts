import type { Job, Queue } from 'bullmq';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** The waiting jobs among which one that is not repeated is searched. They are taken in this order. */
const MAX_EXAMINED = 20;
/** What is written to Redis as the reason of a failed job. */
const CODE = /^[a-z][a-z0-9_]{0,39}$/;

export interface QueueDepth {
  readonly jobs: Readonly<Record<(typeof STATES)[number], number>>;
  /** How long the oldest waiting job has been due, apart from repeated ones; null if no other waits. */
  readonly oldestSeconds: number | null;
}

/** Counts the jobs of a queue. */
export async function depthOf(queue: Queue): Promise<QueueDepth> {
  const [counts, oldest] = await Promise.all([queue.getJobCounts(...STATES), queue.getWaiting(0, MAX_EXAMINED - 1)]);
  const jobs = { waiting: 0, active: 0, delayed: 0, failed: 0, ...counts };
  const dueAt = oldest.map(dueSince).find((time) => time !== undefined);
  return { jobs, oldestSeconds: dueAt === undefined ? null : Math.max(0, (Date.now() - dueAt) / 1_000) };
}

/** Undefined for a repeated job: BullMQ does not keep when its last delay has ended. */
function dueSince({ attemptsMade, timestamp, opts }: Job): number | undefined {
  return attemptsMade === 0 ? timestamp + (opts.delay ?? 0) : undefined;
}

/** Counts the newest failed jobs by code, most frequent first. Anything but a code counts as `other`. */
export async function failedCodes(queue: Queue, newest: number): Promise<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { failedReason } of await queue.getFailed(0, newest - 1)) {
    const code = CODE.test(failedReason) ? failedReason : 'other';
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
