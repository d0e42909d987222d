import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered, Answers } from './answers.js';

const PAYERS = 6;
const PAUSE_MS = 150;
const RETRY_MS = 250;
const POLL_MS = 500;
/** How long clients go on after stop(). */
const LAST_MS = 120_000;
/** Unavailable, busy, or the idempotency key is still locked by a request that has no response. */
const REPEATED = new Set([0, 408, 409, 429, 502, 503, 504]);

/** What the service has acknowledged. */
export interface Acknowledged {
  /** The id of each payment, by its reference. */
  readonly payments: Map<string, string>;
  readonly captures: Set<string>;
  readonly refunds: Set<string>;
}

type Kind = 'plain' | 'unkeyed' | 'captured' | 'refunded';
const KINDS: readonly Kind[] = ['plain', 'unkeyed', 'captured', 'unkeyed', 'refunded'];

/** Clients that pay without pause, with and without idempotency keys, capture and refund. */
export class Payers {
  readonly acknowledged: Acknowledged = { payments: new Map(), captures: new Set(), refunds: new Set() };
  /** References of payments that were requested once, without a key. */
  readonly unkeyed = new Set<string>();
  private readonly running: Promise<void>[] = [];
  private goesOn = true;
  private deadline = Infinity;
  private n = 0;

  constructor(private readonly answers: Answers) {}

  start(): void {
    for (let n = 0; n < PAYERS; n++) this.running.push(this.pay());
  }

  /** Stops after everything that was begun has been acknowledged. */
  async stop(): Promise<void> {
    this.goesOn = false;
    this.deadline = performance.now() + LAST_MS;
    // What they have begun begins more.
    for (let seen = 0; seen < this.running.length;) {
      seen = this.running.length;
      await Promise.all(this.running);
    }
  }

  private async pay(): Promise<void> {
    while (this.goesOn) {
      const kind = KINDS[this.n++ % KINDS.length] ?? 'plain';
      const id = await this.create(kind);
      if (id !== undefined && kind === 'captured') this.running.push(this.capture(id));
      if (id !== undefined && kind === 'refunded') this.running.push(this.refund(id));
      await sleep(PAUSE_MS);
    }
  }

  private async create(kind: Kind): Promise<string | undefined> {
    const reference = `${kind}-${randomUUID()}`;
    const body = {
      amount: { value: 1_000, currency: 'USD' },
      captureMethod: kind === 'captured' ? 'manual' : 'automatic',
      reference,
      metadata: { sandbox: 'delay:0' },
    };
    const request = { method: 'POST', path: '/v1/payments', body } as const;
    if (kind === 'unkeyed') this.unkeyed.add(reference);
    const answer =
      kind === 'unkeyed'
        ? await this.answers.send(request)
        : await this.untilAnswered({ ...request, idempotencyKey: reference });
    if (answer.status !== 201) {
      if (!REPEATED.has(answer.status)) this.unexpected('a create', answer);
      return undefined;
    }
    const id = String(answer.body['id']);
    this.acknowledged.payments.set(reference, id);
    return id;
  }

  private async capture(id: string): Promise<void> {
    if (!(await this.reached(id, ({ stage }) => stage === 'authorized'))) return;
    const path = `/v1/payments/${id}/capture`;
    const answer = await this.untilAnswered({ method: 'POST', path, idempotencyKey: `capture-${id}` });
    if (answer.status === 200) this.acknowledged.captures.add(id);
    else this.unexpected('a capture', answer);
  }

  private async refund(paymentId: string): Promise<void> {
    if (!(await this.reached(paymentId, ({ status }) => status === 'completed'))) return;
    const body = { paymentId, amount: { value: 400, currency: 'USD' } };
    const answer = await this.untilAnswered({
      ...{ method: 'POST', path: '/v1/refunds', body },
      idempotencyKey: `refund-${paymentId}`,
    });
    if (answer.status === 201) this.acknowledged.refunds.add(String(answer.body['id']));
    else this.unexpected('a refund', answer);
  }

  /** Polls the payment until it is in this state. */
  private async reached(
    id: string,
    isThere: (payment: Readonly<Record<string, unknown>>) => boolean,
  ): Promise<boolean> {
    while (performance.now() < this.deadline) {
      const answer = await this.answers.send({ method: 'GET', path: `/v1/payments/${id}` });
      if (answer.status === 404) this.answers.blame(`${id} was acknowledged and is not found`);
      if (answer.status === 404) return false;
      if (answer.status === 200 && isThere(answer.body)) return true;
      await sleep(POLL_MS);
    }
    this.answers.blame(`${id} did not reach its state in time`);
    return false;
  }

  /** Repeats a request under its idempotency key until the service has answered it. */
  private async untilAnswered(request: Parameters<Answers['send']>[0]): Promise<Answered> {
    for (;;) {
      const answer = await this.answers.send(request);
      if (!REPEATED.has(answer.status) || performance.now() > this.deadline) return answer;
      await sleep(RETRY_MS);
    }
  }

  private unexpected(what: string, { status, body }: Answered): void {
    if (status === 500) return;
    this.answers.blame(`${what} answered ${status}: ${JSON.stringify(body)}`);
  }
}
