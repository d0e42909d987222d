import { createHash } from 'node:crypto';
import type { Receiver, Stack } from '@svc/testing';
import type { Acknowledged } from './load.js';

const KINDS = ['payment.pending', 'payment.completed'];

/** The received events compared with the acknowledged payments. */
export interface Balance {
  /** Acknowledged payments. */
  readonly acknowledged: number;
  /** Expected events that arrived, counted per endpoint. */
  readonly delivered: number;
  /** Repeated deliveries of an event to an endpoint. */
  readonly duplicates: number;
  /** Expected events that did not arrive, with a failed or cancelled delivery. */
  readonly failed: number;
  /** Expected events without any trace; must be empty. */
  readonly lost: readonly string[];
  /** Repetitions with other bytes, or more payments than idempotency keys; must be empty. */
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

/** Compares received requests with acknowledged payments. Each request is counted once. */
export class Accounts {
  /** Hash of the first bytes, by endpoint, payment and event type. */
  private readonly arrived = new Map<string, string>();
  private readonly paymentsSeen = new Set<string>();
  private readonly wrong: string[] = [];
  private duplicates = 0;
  private acknowledged = 0;
  private delivered = 0;
  /** Expected events that have not arrived yet. */
  private readonly missing = new Set<string>();

  constructor(
    private readonly stack: Stack,
    private readonly receiver: Receiver,
    private readonly paths: readonly string[],
  ) {}

  /** Adds acknowledged payments, whose events have arrived or will arrive. */
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

  /** Compares the expected events (acknowledged payments x endpoints) with those that arrived or visibly failed. */
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
