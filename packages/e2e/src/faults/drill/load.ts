import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Answer, type Stack } from '@svc/testing';

const CREATORS = 8;
const PAUSE_MS = 100;
const REQUEST_MS = 10_000;
/** How long a client keeps retrying after stop(). */
const LAST_MS = 90_000;

/** An acknowledged payment. */
export interface Acknowledged {
  readonly paymentId: string;
  /** Milliseconds of performance.now(). */
  readonly at: number;
}

/** How often clients got each answer: a status, `none`, or `503 without Retry-After`. */
export type Answers = ReadonlyMap<string, number>;

/** Clients that create payments continuously, each with an idempotency key, and retry until they are acknowledged. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  readonly answers = new Map<string, number>();
  /** Keys whose payment was not acknowledged in time. */
  readonly unacknowledged: string[] = [];
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

  /** Stops after the last payment of each client is acknowledged. */
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
        if (performance.now() > this.deadline) {
          this.unacknowledged.push(key);
          return;
        }
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Whether the payment is acknowledged. */
  private async attempt(key: string, body: object): Promise<boolean> {
    const { api } = this.stack;
    const { port } = api[Math.floor(Math.random() * api.length)] ?? {};
    if (port === undefined) return false;
    const client = createClient(`http://127.0.0.1:${port}`, this.key);
    const headers = { 'idempotency-key': key };
    const given = client.post('/v1/payments', body, { headers }).catch(() => undefined);
    const answer = await Promise.race([given, sleep(REQUEST_MS, undefined)]);
    const name = nameOf(answer);
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    if (answer?.status !== 201) return false;
    this.acknowledged.push({ paymentId: String(answer.body['id']), at: performance.now() });
    return true;
  }
}

function nameOf(answer: Answer | undefined): string {
  if (answer === undefined) return 'none';
  const { status, headers } = answer;
  return status === 503 && !headers.has('retry-after') ? '503 without Retry-After' : String(status);
}
