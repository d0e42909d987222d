import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Stack } from '@svc/testing';

const CREATORS = 8;
const PAUSE_MS = 100;
const REQUEST_MS = 10_000;
/** So long a creator goes on asking for an acknowledgement once the load is to end. */
const LAST_MS = 90_000;
/** What tells a client to come again with the same key: away, busy, or the first request still holds it. */
const COME_AGAIN = new Set([408, 409, 429, 500, 503]);

/** A payment that was acknowledged. */
export interface Acknowledged {
  readonly paymentId: string;
  /** Milliseconds of performance.now(). */
  readonly at: number;
}

/** Clients that create payments without end, each with an idempotency key, and come again until they are acknowledged. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that no client could make anything of. */
  readonly unexpected: string[] = [];
  /** Requests that were refused or got no answer, and were sent again. */
  repeated = 0;
  private readonly running: Promise<void>[] = [];
  private goesOn = true;
  private deadline = Infinity;

  constructor(
    private readonly stack: Stack,
    private readonly key: string,
    private readonly body: () => object,
  ) {}

  start(): void {
    for (let n = 0; n < CREATORS; n++) this.running.push(this.create());
  }

  /** Lets each client have its last payment acknowledged. */
  async stop(): Promise<void> {
    this.goesOn = false;
    this.deadline = performance.now() + LAST_MS;
    await Promise.all(this.running);
  }

  private async create(): Promise<void> {
    while (this.goesOn) {
      const key = randomUUID();
      const body = this.body();
      while (!(await this.attempt(key, body))) {
        this.repeated += 1;
        if (performance.now() > this.deadline) {
          this.unexpected.push(`${key} was not acknowledged in time`);
          return;
        }
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Whether the payment is done with: acknowledged, or refused in a way that was not to be expected. */
  private async attempt(key: string, body: object): Promise<boolean> {
    const { api } = this.stack;
    const { port } = api[Math.floor(Math.random() * api.length)] ?? {};
    if (port === undefined) return false;
    const client = createClient(`http://127.0.0.1:${port}`, this.key);
    const headers = { 'idempotency-key': key };
    const given = client.post('/v1/payments', body, { headers }).catch(() => undefined);
    const answer = await Promise.race([given, sleep(REQUEST_MS, undefined)]);
    if (answer === undefined || COME_AGAIN.has(answer.status)) return false;
    if (answer.status === 201) this.acknowledged.push({ paymentId: String(answer.body['id']), at: performance.now() });
    else this.unexpected.push(`${answer.status} ${answer.text}`);
    return true;
  }
}
