import type { Queue } from 'bullmq';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** What is written to Redis as the reason of a failed job. */
const CODE = /^[a-z][a-z0-9_]{0,39}$/;

export interface QueueDepth {
  readonly jobs: Readonly<Record<(typeof STATES)[number], number>>;
  /** How long the oldest waiting job has been in the queue; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** Counts the jobs of a queue. */
export async function depthOf(queue: Queue): Promise<QueueDepth> {
  const [counts, [oldest]] = await Promise.all([queue.getJobCounts(...STATES), queue.getWaiting(0, 0)]);
  const jobs = { waiting: 0, active: 0, delayed: 0, failed: 0, ...counts };
  const oldestSeconds = oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1_000);
  return { jobs, oldestSeconds };
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
