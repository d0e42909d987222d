import { createHash } from 'node:crypto';
import type { Receiver, Stack } from '@svc/testing';
import type { Acknowledged } from './load.js';

const KINDS = ['payment.pending', 'payment.completed'];

/** What the receiver's statement says beside what was acknowledged. */
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

interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly id: string };
}

const VISIBLE = `
  SELECT w.url, e.type, e.object_id FROM deliveries d
    JOIN events e ON e.environment_id = d.environment_id AND e.id = d.event_id
    JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id
   WHERE d.status IN ('failed', 'cancelled')`;

/** The receiver's statement, beside what was acknowledged. Each request is entered once, however often one looks. */
export class Accounts {
  /** By endpoint, payment and kind: the hash of the bytes that came first. */
  private readonly arrived = new Map<string, string>();
  private readonly paymentsSeen = new Set<string>();
  private readonly wrong: string[] = [];
  private duplicates = 0;
  private acknowledged = 0;
  private delivered = 0;
  /** What was acknowledged and has not arrived yet. */
  private readonly missing = new Set<string>();

  constructor(
    private readonly stack: Stack,
    private readonly receiver: Receiver,
    private readonly paths: readonly string[],
  ) {}

  /** Enters payments that were acknowledged; their events have arrived, or are to arrive. */
  expect(acknowledged: readonly Acknowledged[]): void {
    this.acknowledged += acknowledged.length;
    for (const { paymentId } of acknowledged) {
      for (const path of this.paths) {
        for (const kind of KINDS) this.missing.add(`${path} ${paymentId} ${kind}`);
      }
    }
  }

  /** Whether an event of one of these payments has arrived. */
  hasAny(paymentIds: readonly string[]): boolean {
    this.read();
    return paymentIds.some((id) => this.paymentsSeen.has(id));
  }

  /** Compares acknowledged payments x endpoints with what has arrived and what has visibly failed. */
  async balance(): Promise<Balance> {
    this.read();
    const visible = new Set(
      (await this.stack.query(VISIBLE)).map(
        (row) => `${new URL(String(row['url'])).pathname} pay_${String(row['object_id'])} ${String(row['type'])}`,
      ),
    );
    const lost = [...this.missing].filter((expected) => !visible.has(expected));
    const [{ payments = 0 } = {}] = await this.stack.query('SELECT count(*)::int AS payments FROM payments');
    const others =
      payments === this.acknowledged ? [] : [`${this.acknowledged} acknowledged, ${String(payments)} stored`];
    return {
      acknowledged: this.acknowledged,
      delivered: this.delivered,
      duplicates: this.duplicates,
      failed: this.missing.size - lost.length,
      lost,
      wrong: [...this.wrong, ...others],
    };
  }

  private read(): void {
    for (const { path, parsed, rawBody } of this.receiver.take()) {
      const { id, type, data } = parsed as Received;
      const key = `${path} ${data.id} ${type}`;
      const hash = createHash('sha256').update(rawBody).digest('base64');
      const first = this.arrived.get(key);
      this.paymentsSeen.add(data.id);
      if (first === undefined) this.arrived.set(key, hash);
      else this.duplicates += 1;
      if (first !== undefined && first !== hash) this.wrong.push(`${path} got ${id} with other bytes`);
    }
    for (const expected of this.missing) {
      if (!this.arrived.has(expected)) continue;
      this.missing.delete(expected);
      this.delivered += 1;
    }
  }
}
