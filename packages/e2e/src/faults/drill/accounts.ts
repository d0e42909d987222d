import { createHash } from 'node:crypto';
import { eventually, type ReceivedRequest, type Receiver, type Stack } from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import type { Acknowledged } from './load.js';

/** A lease, a sweep and the delays of all retries. */
const IDLE_WITHIN_MS = 60_000;
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
  /** Requests that arrived. */
  readonly requests: number;
  /** Repetitions with other bytes or another `webhook-id`, invalid or outdated signatures, or more payments than idempotency keys; must be empty. */
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

interface Copy {
  readonly hash: string;
  readonly webhookId: string;
}

/** Compares received requests with acknowledged payments. Each request is counted once. */
export class Accounts {
  /** The first request, by endpoint, payment and event type. */
  private readonly arrived = new Map<string, Copy>();
  private readonly completed = new Set<string>();
  /** When each payment's last expected event arrived for the first time, in milliseconds of performance.now(). */
  private readonly lastArrivals = new Map<string, number>();
  private readonly wrong: string[] = [];
  private requests = 0;
  private duplicates = 0;
  private acknowledged = 0;
  private delivered = 0;
  /** Expected events that have not arrived yet. */
  private readonly missing = new Set<string>();

  constructor(
    private readonly stack: Stack,
    private readonly receiver: Receiver,
    private readonly paths: readonly string[],
    private readonly secret: string,
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

  /** Whether one of these payments is known to be completed. */
  hasCompleted(paymentIds: readonly string[]): boolean {
    this.read();
    return paymentIds.some((id) => this.completed.has(id));
  }

  /** The longest time from the acknowledgement of one of these payments until its last event arrived. */
  longestDelayMs(acknowledged: readonly Acknowledged[]): number {
    return Math.max(0, ...acknowledged.map(({ paymentId, at }) => (this.lastArrivals.get(paymentId) ?? 0) - at));
  }

  /** Resolves when no delivery is in progress, or due now or later. */
  async idle(): Promise<void> {
    const whole = async (): Promise<void> => {
      const due = await this.stack.query('SELECT FROM deliveries WHERE due_at IS NOT NULL LIMIT 1');
      if (due.length > 0) throw new Error('deliveries are due');
    };
    await eventually(whole, { timeoutMs: IDLE_WITHIN_MS, intervalMs: 100 });
  }

  /** The numbers of attempts in the database. */
  async attempts(): Promise<{ attempts: number; acknowledged: number }> {
    const [row] = await this.stack.query(
      `SELECT count(*)::int AS attempts, count(*) FILTER (WHERE status_code = 200)::int AS acknowledged
         FROM delivery_attempts`,
    );
    return { attempts: Number(row?.['attempts']), acknowledged: Number(row?.['acknowledged']) };
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
      requests: this.requests,
      failed: this.missing.size - lost.length,
      lost,
      wrong: [...this.wrong, ...others],
    };
  }

  private read(): void {
    for (const request of this.receiver.take()) {
      const { path, parsed, rawBody, headers, at } = request;
      const { id, type, data } = parsed as Received;
      const refusal = refusalOf(request, this.secret);
      if (refusal !== undefined) this.wrong.push(`${path} refused ${id}: ${refusal}`);
      const key = `${path} ${data.id} ${type}`;
      const hash = createHash('sha256').update(rawBody).digest('base64');
      const webhookId = String(headers['webhook-id']);
      const first = this.arrived.get(key);
      this.requests += 1;
      if (type === 'payment.completed') this.completed.add(data.id);
      if (first === undefined) {
        this.arrived.set(key, { hash, webhookId });
        this.lastArrivals.set(data.id, at.getTime() - performance.timeOrigin);
        continue;
      }
      this.duplicates += 1;
      if (first.hash !== hash) this.wrong.push(`${path} got ${id} with other bytes`);
      if (first.webhookId !== webhookId) this.wrong.push(`${path} got ${id} with another webhook-id`);
    }
    for (const expected of this.missing) {
      if (!this.arrived.has(expected)) continue;
      this.missing.delete(expected);
      this.delivered += 1;
    }
  }
}

/** Why a receiver refuses the request; undefined if its signature is valid and no more than five minutes off. */
function refusalOf({ rawBody, headers }: ReceivedRequest, secret: string): string | undefined {
  try {
    new Webhook(Buffer.from(secret, 'utf8').toString('base64')).verify(rawBody, headers as Record<string, string>);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
