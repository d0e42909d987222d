import type { Delivery, DeliveryAttempt } from '@svc/sdk';

/** Whether the service still works on a delivery. */
export function isOpen({ status }: Pick<Delivery, 'status'>): boolean {
  return status === 'pending' || status === 'delivering';
}

/** Whether this attempt has delivered it: only the last one can. What acknowledges may have been edited since. */
export function hasDelivered<Attempt extends Pick<DeliveryAttempt, 'n'>>(
  { status, attempts }: { readonly status: Delivery['status']; readonly attempts: readonly Attempt[] },
  { n }: Attempt,
): boolean {
  return status === 'delivered' && n === attempts.at(-1)?.n;
}

/** Milliseconds until an open delivery is read again: often if something is about to happen. */
export function refreshMs(delivery: Pick<Delivery, 'status' | 'nextAttemptAt'>, now: number): number | false {
  if (!isOpen(delivery)) return false;
  const dueIn = delivery.nextAttemptAt === null ? 0 : Date.parse(delivery.nextAttemptAt) - now;
  return dueIn > 60_000 ? 10_000 : 1_000;
}

/** Milliseconds until a list of deliveries is read again. A replay adds some to it later. */
export function listRefreshMs(deliveries: readonly Pick<Delivery, 'status' | 'nextAttemptAt'>[], now: number): number {
  const isSoon = deliveries.some((delivery) => refreshMs(delivery, now) === 1_000);
  return isSoon || deliveries.length === 0 ? 3_000 : 10_000;
}

/** An attempt on the time axis of its delivery, in parts of the whole. */
export interface Bar {
  readonly n: number;
  /** Where the wait before the attempt begins, where the attempt begins, and where it ends: 0 to 100. */
  readonly waitFrom: number;
  readonly from: number;
  readonly to: number;
  /** Milliseconds between the end of the attempt before it, or the creation of the delivery, and its start. */
  readonly waitedMs: number;
}

/** The attempts of a delivery on one time axis, which ends with the last one. */
export function waterfall({ createdAt, attempts }: Pick<Delivery, 'createdAt' | 'attempts'>): Bar[] {
  const start = Date.parse(createdAt);
  const times = attempts.map(({ n, at, durationMs }) => ({ n, from: Date.parse(at), to: Date.parse(at) + durationMs }));
  const span = Math.max(1, (times.at(-1)?.to ?? start) - start);
  const part = (time: number): number => Math.min(100, Math.max(0, ((time - start) / span) * 100));
  return times.map(({ n, from, to }, index) => {
    const waitFrom = times[index - 1]?.to ?? start;
    return { n, waitFrom: part(waitFrom), from: part(from), to: part(to), waitedMs: Math.max(0, from - waitFrom) };
  });
}
