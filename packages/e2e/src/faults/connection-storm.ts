import { setTimeout as sleep } from 'node:timers/promises';
import {
  chanceOf,
  createClient,
  ENDINGS,
  type Answer,
  type ReferenceAcquirer,
  type Stack,
  type StripeDouble,
} from '@svc/testing';

const CREATORS = 16;
const MAX_IN_FLIGHT = 64;
const ROUND_MS = 200;
/** How often a customer tries a page again after a declined payment. */
const PRESSES = 3;
const AGAIN_MS = 5_000;
const SHOP = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };

/** How a payment is begun: in dollars at the gateway, with a saved card at Stripe, or on a page at whichever comes first. */
interface Kind {
  readonly way: 'gateway' | 'card' | 'page';
  readonly card?: string;
  readonly ending?: number;
  readonly isManual?: boolean;
  readonly payer?: 'approve' | 'decline';
  readonly then?: 'capture' | 'cancel' | 'expire';
  /** What is captured; everything if left out. */
  readonly part?: number;
}

const KINDS: readonly Kind[] = [
  { way: 'gateway' },
  { way: 'page' },
  { way: 'card', card: 'pm_card_visa' },
  { way: 'gateway', ending: ENDINGS.declined },
  { way: 'page', isManual: true, then: 'capture', part: 700 },
  { way: 'card', card: 'pm_card_visa', isManual: true, then: 'capture', part: 700 },
  { way: 'gateway', ending: ENDINGS.pending },
  { way: 'page', ending: ENDINGS.requiresAction },
  { way: 'card', card: 'pm_card_visa', isManual: true, then: 'cancel' },
  { way: 'gateway', ending: ENDINGS.requiresAction, payer: 'approve', then: 'cancel' },
  { way: 'page', isManual: true, then: 'cancel' },
  { way: 'card', card: 'pm_card_authenticationRequired', payer: 'approve' },
  { way: 'gateway', isManual: true, then: 'capture', part: 700 },
  { way: 'page', then: 'expire' },
  { way: 'card', card: 'pm_card_authenticationRequired', payer: 'decline' },
  { way: 'gateway', isManual: true, then: 'cancel' },
  { way: 'page', ending: ENDINGS.declined },
  { way: 'card', card: 'pm_card_chargeDeclined' },
  { way: 'gateway', isManual: true },
  { way: 'page' },
  { way: 'card', card: 'pm_double_otherAction' },
  { way: 'card', card: 'pm_double_processing' },
  { way: 'card', card: 'pm_card_visa', isManual: true },
  { way: 'gateway', isManual: true, ending: ENDINGS.captureDeclined, then: 'capture' },
];

const REFUNDS = { USD: [300, 100 + ENDINGS.declined, 200 + ENDINGS.pending], EUR: [300, 499] };
/** Too slow under the load of the storm, or a killed request still holds the idempotency key. */
const COME_AGAIN = new Set([408, 409]);

interface Row {
  readonly id: string;
  readonly reference: string;
  readonly currency: 'USD' | 'EUR';
  readonly status: string;
  readonly stage: string | null;
  readonly processor: string;
  readonly nextActionUrl: string | null;
}

interface SessionRow {
  readonly id: string;
  readonly reference: string;
  readonly payments: number;
  readonly isUnderWay: boolean;
}

interface ConnectionStormParts {
  readonly stack: Stack;
  readonly acquirer: ReferenceAcquirer;
  readonly stripe: StripeDouble;
  readonly key: string;
  /** The payment methods by card. */
  readonly methods: ReadonlyMap<string, { readonly customerId: string; readonly id: string }>;
  readonly seed: number;
}

/** Creates payments over two connections and acts on them, until none is in flight. */
export class ConnectionStorm {
  /** The kind of each payment or session, by its reference. */
  private readonly plans = new Map<string, Kind>();
  private readonly pages = new Map<string, string>();
  private readonly acted = new Set<string>();
  private readonly underWay = new Set<Promise<unknown>>();
  private isClosing = false;

  constructor(private readonly parts: ConnectionStormParts) {}

  references(isPage: boolean): string[] {
    return [...this.plans].filter(([, { way }]) => (way === 'page') === isPage).map(([reference]) => reference);
  }

  /** Creates `count` payments and pages; a request without a response is repeated under its idempotency key. */
  async create(count: number): Promise<void> {
    let next = 0;
    const creator = async (): Promise<void> => {
      for (let n = next++; n < count; n = next++) {
        const kind = KINDS[n % KINDS.length] ?? { way: 'gateway' };
        const reference = `storm-${n}`;
        this.plans.set(reference, kind);
        await this.begin(reference, kind);
      }
    };
    await Promise.all(Array.from({ length: CREATORS }, creator));
  }

  private async begin(reference: string, { way, card, ending = 0, isManual }: Kind): Promise<void> {
    const value = 2_000 + Math.floor(this.chance(reference) * 1_000) * 100 + ending;
    const amount = { value, currency: way === 'gateway' ? 'USD' : 'EUR' };
    const common = { amount, reference, captureMethod: isManual === true ? 'manual' : 'automatic' };
    if (way === 'page') {
      const { body } = await this.until(201, reference, '/v1/checkout-sessions', { ...common, ...SHOP });
      this.pages.set(String(body['id']), String(body['url']));
      return;
    }
    const method = card === undefined ? undefined : this.parts.methods.get(card);
    const by = method && { customer: { id: method.customerId }, paymentMethodId: method.id };
    await this.until(201, reference, '/v1/payments', { ...common, ...by });
  }

  /** Acts on payments and pages as planned until all are created and have reached their final state. */
  async settle(making: Promise<unknown>, patienceMs: number): Promise<void> {
    const deadline = performance.now() + patienceMs;
    let isMaking = true;
    const made = making.finally(() => (isMaking = false));
    for (let round = 0; ;) {
      const areMade = !isMaking;
      this.isClosing = areMade;
      const [open, sessions] = [await this.openPayments(), await this.openSessions()];
      for (const row of open) this.actOn(row);
      for (const session of sessions) this.visit(session);
      this.settleProcessing();
      await this.refundCompleted();
      if (round++ % 5 === 0) await this.hurry();
      const areOver = open.every((row) => this.staysAuthorized(row)) && sessions.length === 0;
      if (areMade && areOver && this.underWay.size === 0 && !(await this.hasOpenRefunds())) return made.then(() => {});
      if (performance.now() > deadline)
        throw new Error(`still open: ${JSON.stringify({ areMade, open, sessions }).slice(0, 4_000)}`);
      await sleep(ROUND_MS);
    }
  }

  private actOn(row: Row): void {
    const kind = this.plans.get(row.reference);
    if (kind === undefined) return;
    if (row.stage === 'awaiting_approval') this.once(`${row.id} reject`, () => this.act(row, 'reject'));
    if (row.stage === 'requires_action' && row.nextActionUrl !== null) {
      const { nextActionUrl: page } = row;
      this.once(`${row.id} payer`, () => this.payerActs(row, page, kind.payer ?? 'approve'));
      if (kind.then === 'cancel') this.once(`${row.id} cancel`, () => this.act(row, 'cancel'));
    }
    if (row.stage === 'authorized' && (kind.then === 'capture' || kind.then === 'cancel')) {
      const action = kind.then;
      this.once(`${row.id} ${action} held`, () => this.act(row, action));
    }
  }

  /** A customer opens a page in two tabs, again after a declined payment, and gives up in the end. */
  private visit({ id, reference, payments, isUnderWay }: SessionRow): void {
    const page = this.pages.get(`cs_${id}`);
    if (page === undefined) return;
    const isGivenUp = payments >= PRESSES || (this.isClosing && payments > 0);
    const expires = isUnderWay ? this.plans.get(reference)?.then === 'expire' : isGivenUp;
    // A press or an end may find the session in another state: it is tried again later.
    const attempt = `${id}-${payments}-${Math.floor(performance.now() / AGAIN_MS)}`;
    if (expires) {
      const path = `/v1/checkout-sessions/cs_${id}/expire`;
      this.once(`${attempt}-expire`, () => this.until([200, 409], `${attempt}-expire`, path, undefined));
    } else if (!isUnderWay && !isGivenUp) {
      this.once(`${attempt}-press`, () => Promise.all([this.press(page), this.press(page)]));
    }
  }

  private async press(page: string): Promise<void> {
    const path = new URL(page).pathname;
    for (let isDone = false; !isDone;) {
      const body = new URLSearchParams({ outcome: '' });
      const status = await fetch(this.parts.stack.apiUrl + path, { method: 'POST', body, redirect: 'manual' }).then(
        (answer) => answer.status,
        () => 0,
      );
      isDone = status !== 0 && status < 500 && status !== 429;
      if (!isDone) await sleep(ROUND_MS);
    }
  }

  private async payerActs(row: Row, page: string, outcome: 'approve' | 'decline'): Promise<void> {
    const { stripe, acquirer } = this.parts;
    if (page.includes('/checkout/')) {
      // Some enter a card that is refused first. The page may just have been expired.
      try {
        if (this.chance(`${row.id} card`) < 0.3) stripe.customerPays(page, 'pm_card_chargeDeclined');
        stripe.customerPays(page);
      } catch {
        return;
      }
    } else if (page.includes('/action/')) {
      try {
        stripe.customerActs(page, outcome === 'approve' ? 'complete' : 'fail');
      } catch {
        return;
      }
    } else {
      // The acquirer may be down at the moment; a payer retries.
      for (let status = 0; status !== 200 && status !== 409;) {
        status = await acquirer.payerActs(page, outcome).catch(() => 0);
        if (status !== 200 && status !== 409) await sleep(ROUND_MS);
      }
    }
  }

  private act(row: Row, action: 'capture' | 'cancel' | 'reject'): Promise<Answer> {
    const part = action === 'capture' ? this.plans.get(row.reference)?.part : undefined;
    const body = part && { amount: { value: part, currency: row.currency } };
    return this.until([200, 409], `${row.id}-${action}`, `/v1/payments/pay_${row.id}/${action}`, body);
  }

  private settleProcessing(): void {
    for (const { id, status } of this.parts.stripe.intents.all.values()) {
      if (status === 'processing') this.parts.stripe.intents.settle(id, this.chance(id) < 0.7 ? 'succeeds' : 'fails');
    }
  }

  private async refundCompleted(): Promise<void> {
    const completed = await this.parts.stack.query(
      `SELECT id::text AS id, reference, currency FROM payments WHERE status = 'completed' AND refunded_value = 0`,
    );
    for (const { id, reference, currency } of completed as unknown as Row[]) {
      if (this.chance(`${reference} refunds`) < 0.4) continue;
      for (const value of REFUNDS[currency]) {
        const name = `${id}-refund-${value}`;
        const body = { paymentId: `pay_${id}`, amount: { value, currency } };
        this.once(name, () => this.until([201, 409, 422], name, '/v1/refunds', body));
      }
    }
  }

  /** Skips backoff, also that of refused credentials, of too many requests and of lost ones. A worker may still hold a row. */
  private async hurry(): Promise<void> {
    const due = `due_at = now() - interval '3 s'`;
    const waits = `a.state IN ('open', 'pending') AND a.started_at < now() - interval '1 s'`;
    // In the form of the service's own statements, which wait for no other lock while they hold one.
    await this.parts.stack.query(
      `UPDATE payments SET ${due} WHERE (environment_id, id) IN (
         SELECT p.environment_id, p.id FROM payments p
           JOIN payment_attempts a ON a.environment_id = p.environment_id AND a.payment_id = p.id AND a.operation = p.operation
          WHERE ${waits} AND p.status = 'pending' AND p.stage <> 'authorized' AND p.due_at > now() + interval '1 s'
            FOR UPDATE OF p SKIP LOCKED)`,
    );
    await this.parts.stack.query(
      `UPDATE refunds SET ${due} WHERE (environment_id, id) IN (
         SELECT r.environment_id, r.id FROM refunds r
           JOIN refund_attempts a ON a.environment_id = r.environment_id AND a.refund_id = r.id
          WHERE ${waits} AND r.status = 'pending' AND r.due_at > now() + interval '1 s'
            FOR UPDATE OF r SKIP LOCKED)`,
    );
    // A gateway that does not know an expired payment is believed ten minutes later, when no request can still arrive.
    await this.parts.stack.query(
      `UPDATE payments SET expires_at = now() - interval '10 min' WHERE (environment_id, id) IN (
         SELECT p.environment_id, p.id FROM payments p
          WHERE p.status = 'pending' AND p.stage = 'processing' AND p.operation = 'authorize'
            AND p.expires_at BETWEEN now() - interval '10 min' AND now() - interval '5 s'
            FOR UPDATE OF p SKIP LOCKED)`,
    );
  }

  private async openPayments(): Promise<Row[]> {
    const rows = await this.parts.stack.query(
      `SELECT id::text AS id, reference, currency, status, stage, processor, next_action_url AS "nextActionUrl"
         FROM payments WHERE status = 'pending'`,
    );
    return rows as unknown as Row[];
  }

  private async openSessions(): Promise<SessionRow[]> {
    const rows = await this.parts.stack.query(
      `SELECT s.id::text AS id, s.reference, count(p.id)::int AS payments, coalesce(bool_or(p.status = 'pending'), false) AS "isUnderWay"
         FROM checkout_sessions s LEFT JOIN payments p ON p.environment_id = s.environment_id AND p.checkout_session_id = s.id
        WHERE s.status = 'open' GROUP BY s.environment_id, s.id`,
    );
    return rows as unknown as SessionRow[];
  }

  private async hasOpenRefunds(): Promise<boolean> {
    return (await this.parts.stack.query(`SELECT 1 FROM refunds WHERE status = 'pending' LIMIT 1`)).length > 0;
  }

  private staysAuthorized({ stage, reference }: Row): boolean {
    const then = this.plans.get(reference)?.then;
    return stage === 'authorized' && then !== 'capture' && then !== 'cancel';
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
    const { stack, key } = this.parts;
    for (let refusals = 0; ;) {
      const headers = { 'idempotency-key': `${name}-${refusals}` };
      const answer = await createClient(stack.apiUrl, key)
        .post(path, body, { headers })
        .catch(() => undefined);
      if (answer !== undefined && wanted.includes(answer.status)) return answer;
      // Refused, so it gets another key, until the connection of the card, or one that takes the payment, is enabled again.
      if (answer !== undefined && /disabled or deleted|not accepted by any/.test(answer.text)) refusals += 1;
      else if (answer !== undefined && answer.status < 500 && !COME_AGAIN.has(answer.status)) {
        throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      }
      await sleep(ROUND_MS);
    }
  }

  private chance(name: string): number {
    return chanceOf(`${this.parts.seed} ${name}`);
  }
}
