import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, createClient, ENDINGS, type Answer, type ReferenceAcquirer, type Stack } from '@svc/testing';

const CREATORS = 24;
const MAX_IN_FLIGHT = 64;
const ROUND_MS = 200;

/** Kinds of payments, with the outcome that their amount and the actions on them should produce. */
const KINDS = [
  { ending: 0, captureMethod: 'automatic' },
  { ending: 0, captureMethod: 'automatic', refunds: true },
  { ending: ENDINGS.declined, captureMethod: 'automatic' },
  { ending: ENDINGS.pending, captureMethod: 'automatic', refunds: true },
  { ending: ENDINGS.requiresAction, captureMethod: 'automatic', payer: 'approve', refunds: true },
  { ending: ENDINGS.requiresAction, captureMethod: 'automatic', payer: 'decline' },
  // The payer and the merchant act at the same time.
  { ending: ENDINGS.requiresAction, captureMethod: 'automatic', payer: 'approve', then: 'cancel' },
  { ending: 0, captureMethod: 'manual', then: 'capture', refunds: true },
  { ending: 0, captureMethod: 'manual', then: 'capture', part: 700, refunds: true },
  { ending: 0, captureMethod: 'manual', then: 'cancel' },
  { ending: 0, captureMethod: 'manual' },
  { ending: ENDINGS.pending, captureMethod: 'manual', then: 'capture' },
  { ending: ENDINGS.captureDeclined, captureMethod: 'manual', then: 'capture' },
  { ending: ENDINGS.requiresAction, captureMethod: 'manual', payer: 'approve', then: 'cancel' },
] as const satisfies readonly Kind[];

interface Kind {
  readonly ending: number;
  readonly captureMethod: 'automatic' | 'manual';
  readonly payer?: 'approve' | 'decline';
  readonly then?: 'capture' | 'cancel';
  /** What is captured; everything if left out. */
  readonly part?: number;
  readonly refunds?: boolean;
}

/** A refund of each kind: approved, declined and pending. Together they may exceed the payment. */
const REFUNDS = [300, 100 + ENDINGS.declined, 200 + ENDINGS.pending];

/** Too slow under the load of the storm, or a killed request still holds the idempotency key. */
const COME_AGAIN = new Set([408, 409]);

interface Row {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly stage: string | null;
  readonly nextActionUrl: string | null;
}

/** Creates payments and acts on them while processes are killed, until none is in flight. */
export class Storm {
  /** The kind of each payment, by its reference. */
  private readonly plans = new Map<string, Kind>();
  private readonly acted = new Set<string>();
  private readonly underWay = new Set<Promise<unknown>>();
  kills = 0;

  constructor(
    private readonly stack: Stack,
    private readonly acquirer: ReferenceAcquirer,
    private readonly key: string,
    private readonly seed: number,
  ) {}

  get references(): string[] {
    return [...this.plans.keys()];
  }

  /** Creates `count` payments; a request without a response is repeated under its idempotency key. */
  async create(count: number): Promise<void> {
    let next = 0;
    const creator = async (): Promise<void> => {
      for (let n = next++; n < count; n = next++) {
        const kind: Kind = KINDS[n % KINDS.length] ?? KINDS[0];
        const reference = `storm-${n}`;
        this.plans.set(reference, kind);
        const amount = {
          value: 1_000 + Math.floor(this.chance(reference) * 1_000) * 100 + kind.ending,
          currency: 'USD',
        };
        await this.until(201, reference, '/v1/payments', { amount, captureMethod: kind.captureMethod, reference });
      }
    };
    await Promise.all(Array.from({ length: CREATORS }, creator));
  }

  /** Kills worker, API and acquirer by SIGKILL in turn, at seeded random times. */
  async shake(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await sleep(300 + this.chance(`pause ${round}`) * 1_500);
      this.kills += 1;
      if (round % 3 === 0) {
        await this.stack.killWorker(this.stack.workers[0]);
        await this.stack.startWorker();
      } else if (round % 3 === 1) {
        const [api] = this.stack.api.splice(0, 1);
        await api?.kill();
        await this.stack.startApi();
        await this.acquirer.callBack(this.stack.apiUrl);
      } else {
        await this.acquirer.kill();
        await this.acquirer.start();
      }
    }
  }

  /** Acts on payments as planned until all are created and have reached their final state. */
  async settle(making: Promise<unknown>): Promise<void> {
    let isMaking = true;
    const made = making.finally(() => (isMaking = false));
    for (let round = 0; ;) {
      const areMade = !isMaking;
      const open = await this.openPayments();
      for (const row of open) this.actOn(row);
      await this.refundCompleted();
      if (round++ % 5 === 0) await this.hurry();
      const isOver = open.every((row) => this.staysAuthorized(row)) && !(await this.hasOpenRefunds());
      if (areMade && isOver && this.underWay.size === 0) return made.then(() => {});
      await sleep(ROUND_MS);
    }
  }

  private actOn(row: Row): void {
    const kind = this.plans.get(row.reference);
    if (kind === undefined) return;
    if (row.stage === 'requires_action' && row.nextActionUrl !== null) {
      const { nextActionUrl: page } = row;
      if (kind.payer !== undefined) this.once(`${row.id} payer`, () => this.payerActs(page, kind.payer ?? 'decline'));
      if (kind.then === 'cancel') this.once(`${row.id} cancel`, () => this.act(row, 'cancel'));
    }
    if (row.stage === 'authorized' && kind.then !== undefined) {
      const action = kind.then;
      this.once(`${row.id} ${action} held`, () => this.act(row, action));
    }
  }

  private act(row: Row, action: 'capture' | 'cancel'): Promise<Answer> {
    const part = action === 'capture' ? this.plans.get(row.reference)?.part : undefined;
    const body = part && { amount: { value: part, currency: 'USD' } };
    return this.until([200, 409], `${row.reference}-${action}`, `/v1/payments/pay_${row.id}/${action}`, body);
  }

  private async payerActs(page: string, outcome: 'approve' | 'decline'): Promise<void> {
    // The acquirer may be down at the moment; a payer retries.
    for (let status = 0; status !== 200 && status !== 409;) {
      status = await this.acquirer.payerActs(page, outcome).catch(() => 0);
      if (status === 0) await sleep(ROUND_MS);
    }
  }

  private async refundCompleted(): Promise<void> {
    const completed = await this.stack.query(
      `SELECT id::text AS id, reference FROM payments WHERE status = 'completed' AND refunded_value = 0`,
    );
    for (const { id, reference } of completed as { id: string; reference: string }[]) {
      if (this.plans.get(reference)?.refunds !== true) continue;
      for (const value of REFUNDS) {
        const body = { paymentId: `pay_${id}`, amount: { value, currency: 'USD' } };
        const name = `${reference}-refund-${value}`;
        this.once(name, () => this.until([201, 409, 422], name, '/v1/refunds', body));
      }
    }
  }

  /** Skips backoff: pending attempts and those without a clear outcome are due at once. A worker may still hold one. */
  private async hurry(): Promise<void> {
    const due = `due_at = now() - interval '3 s'`;
    const waiting = `a.state IN ('open', 'pending') AND (a.unclear_since IS NOT NULL OR a.state = 'pending')`;
    await this.stack.query(
      `UPDATE payments p SET ${due} FROM payment_attempts a
        WHERE a.environment_id = p.environment_id AND a.payment_id = p.id AND a.operation = p.operation AND ${waiting}
          AND p.status = 'pending' AND p.due_at > now() + interval '1 s'`,
    );
    await this.stack.query(
      `UPDATE refunds r SET ${due} FROM refund_attempts a
        WHERE a.environment_id = r.environment_id AND a.refund_id = r.id AND ${waiting}
          AND r.status = 'pending' AND r.due_at > now() + interval '1 s'`,
    );
  }

  private async openPayments(): Promise<Row[]> {
    const rows = await this.stack.query(
      `SELECT id::text AS id, reference, status, stage, next_action_url AS "nextActionUrl"
         FROM payments WHERE status = 'pending'`,
    );
    return rows as unknown as Row[];
  }

  private async hasOpenRefunds(): Promise<boolean> {
    return (await this.stack.query(`SELECT 1 FROM refunds WHERE status = 'pending' LIMIT 1`)).length > 0;
  }

  private staysAuthorized({ stage, reference }: Row): boolean {
    return stage === 'authorized' && this.plans.get(reference)?.then === undefined;
  }

  private once(name: string, work: () => Promise<unknown>): void {
    if (this.acted.has(name) || this.underWay.size >= MAX_IN_FLIGHT) return;
    this.acted.add(name);
    const doing = work().finally(() => this.underWay.delete(doing));
    this.underWay.add(doing);
  }

  /** Repeats a request under one idempotency key until it returns one of these statuses. */
  private async until(
    statuses: number | readonly number[],
    name: string,
    path: string,
    body: unknown,
  ): Promise<Answer> {
    const wanted = [statuses].flat();
    for (;;) {
      const answer = await this.ask(name, path, body).catch(() => undefined);
      if (answer !== undefined && wanted.includes(answer.status)) return answer;
      if (answer !== undefined && answer.status < 500 && !COME_AGAIN.has(answer.status)) {
        throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      }
      await sleep(ROUND_MS);
    }
  }

  private async ask(name: string, path: string, body: unknown): Promise<Answer> {
    const headers = { 'idempotency-key': name };
    return createClient(this.stack.apiUrl, this.key).post(path, body, { headers });
  }

  private chance(name: string): number {
    return chanceOf(`${this.seed} ${name}`);
  }
}
