import type { Receiver, Stack } from '@svc/testing';
import type { Acknowledged } from './load.js';

const KINDS = ['payment.pending', 'payment.completed'];

/** What the receiver's book says beside what was acknowledged. */
export interface Balance {
  /** Payments acknowledged. */
  readonly acknowledged: number;
  /** Events that each endpoint should have had, and has. */
  readonly delivered: number;
  /** Times that an endpoint was sent again what it had acknowledged. */
  readonly duplicates: number;
  /** Deliveries that failed, were cancelled or put off, and say so. */
  readonly failed: number;
  /** What nobody can account for; nothing, or it is told here. */
  readonly lost: readonly string[];
  /** A repetition with other bytes, more payments than keys: what must never be. */
  readonly wrong: readonly string[];
}

interface Sent {
  readonly bytes: Buffer;
  readonly paymentId: string;
  readonly type: string;
  times: number;
}

interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly id: string };
}

/** What the receiver has got so far, by endpoint and event. */
export function receivedBy(receiver: Receiver): Map<string, Sent> {
  const book = new Map<string, Sent>();
  for (const { path, parsed, rawBody } of receiver.requests) {
    const { id, type, data } = parsed as Received;
    const entry = book.get(`${path} ${id}`) ?? { bytes: rawBody, paymentId: data.id, type, times: 0 };
    entry.times += 1;
    if (!entry.bytes.equals(rawBody)) throw new Error(`${path} got ${id} with other bytes`);
    book.set(`${path} ${id}`, entry);
  }
  return book;
}

const VISIBLE = `
  SELECT w.url, e.type, e.object_id FROM deliveries d
    JOIN events e ON e.environment_id = d.environment_id AND e.id = d.event_id
    JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id
   WHERE d.status IN ('failed', 'cancelled')`;

/** Compares acknowledged payments x endpoints with what has arrived and what has visibly failed. */
export async function balance(
  stack: Stack,
  receiver: Receiver,
  paths: readonly string[],
  acknowledged: readonly Acknowledged[],
): Promise<Balance> {
  const arrived = new Map<string, number>();
  let duplicates = 0;
  for (const [key, { paymentId, type, times }] of receivedBy(receiver)) {
    arrived.set(`${key.split(' ')[0]} ${paymentId} ${type}`, times);
    duplicates += times - 1;
  }
  const visible = new Set(
    (await stack.query(VISIBLE)).map(
      (row) => `${new URL(String(row['url'])).pathname} pay_${String(row['object_id'])} ${String(row['type'])}`,
    ),
  );
  let [delivered, failed] = [0, 0];
  const lost: string[] = [];
  for (const { paymentId } of acknowledged) {
    for (const expected of paths.flatMap((path) => KINDS.map((kind) => `${path} ${paymentId} ${kind}`))) {
      if (arrived.has(expected)) delivered += 1;
      else if (visible.has(expected)) failed += 1;
      else lost.push(expected);
    }
  }
  const [{ payments = 0 } = {}] = await stack.query('SELECT count(*)::int AS payments FROM payments');
  const wrong =
    payments === acknowledged.length
      ? []
      : [`${acknowledged.length} acknowledged, ${String(payments)} payments stored`];
  return { acknowledged: acknowledged.length, delivered, duplicates, failed, lost, wrong };
}
