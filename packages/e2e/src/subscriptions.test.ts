import { Svc, type CreateSubscription } from '@svc/sdk';
import { eventually, forThisFile, startReceiver, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const YEAR_TIMEOUT_MS = 180_000;

const CLOCK_LAG_MS = 100;

const receiver = await forThisFile(startReceiver());
// Frequent sweeps often claim what the clock was about to settle.
const stack = await forThisFile(startStack({ worker: 2, env: { SWEEP_INTERVAL: '250ms' } }));

interface Merchant {
  readonly svc: Svc;
  readonly customerId: string;
}

const amount = { value: 1000, currency: 'USD' } as const;
const monthly = { amount, interval: 'month', intervalCount: 1 } as const;

async function newMerchant(): Promise<Merchant> {
  const svc = new Svc((await stack.createAccount('enterprise')).testKey, { baseUrl: stack.apiUrl });
  const { customer } = await svc.payments.create({ amount, customer: { email: 'ada@example.com' } });
  return { svc, customerId: customer?.id ?? '' };
}

async function advance({ svc }: Merchant, by: string): Promise<void> {
  await svc.testClock.advance({ by });
  await eventually(async () => expect((await svc.testClock.retrieve()).status).toBe('idle'), {
    timeoutMs: YEAR_TIMEOUT_MS,
  });
}

async function subscribe({ svc, customerId }: Merchant, more: Partial<CreateSubscription> = {}): Promise<string> {
  const { id } = await svc.subscriptions.create({ customerId, ...monthly, ...more });
  return id;
}

interface PeriodRow {
  readonly period: number;
  readonly starts: string;
  readonly ends: string;
  readonly state: string;
  readonly attempts: number;
}

async function periods(id: string): Promise<PeriodRow[]> {
  const rows = await stack.query(
    `SELECT period, starts_at AS starts, ends_at AS ends, state, attempts FROM subscription_periods
      WHERE subscription_id = $1 ORDER BY period`,
    [id.slice('sub_'.length)],
  );
  return rows.map(({ starts, ends, ...row }) => {
    const times = { starts: (starts as Date).toISOString(), ends: (ends as Date).toISOString() };
    return { ...row, ...times } as unknown as PeriodRow;
  });
}

/** The payments of a merchant's subscription by its description, oldest first. */
async function paymentsOf({ svc }: Merchant, description: string) {
  const { data } = await svc.payments.list({ limit: 100 });
  return data.filter((payment) => payment.description === description).reverse();
}

/** The next 31 January that is more than a day ahead. */
function comingEndOfJanuary(): Date {
  const year = new Date().getUTCFullYear();
  const [thisYear, nextYear] = [year, year + 1].map((each) => new Date(Date.UTC(each, 0, 31, 9, 30)));
  if (thisYear === undefined || nextYear === undefined) throw new Error('there is always a January');
  return thisYear.getTime() - Date.now() > 3 * DAY_MS ? thisYear : nextYear;
}

/** The ends of months from a 31 January on. */
function endsOfMonths(january: Date, months: number): string[] {
  const [year, hour, minute] = [january.getUTCFullYear(), january.getUTCHours(), january.getUTCMinutes()];
  return Array.from({ length: months }, (_, month) =>
    new Date(Date.UTC(year, month + 1, 0, hour, minute)).toISOString(),
  );
}

describe('a year of a monthly subscription', () => {
  it(
    'in one advance of the clock is twelve payments in order, each for its month, and other accounts are not charged',
    async () => {
      const [merchant, bystander] = await Promise.all([newMerchant(), newMerchant()]);
      const january = comingEndOfJanuary();
      const startAt = january.toISOString();
      const id = await subscribe(merchant, { startAt, description: 'monthly' });
      const waiting = await subscribe(bystander, { startAt });
      const halfWay = Math.floor((january.getTime() - Date.now()) / (2 * DAY_MS));
      await advance(merchant, `P${halfWay}D`);
      await advance(merchant, `P${halfWay - 1}D`);
      expect(await merchant.svc.subscriptions.retrieve(id)).toMatchObject({ status: 'scheduled' });
      await advance(merchant, 'P1Y');

      const ends = endsOfMonths(january, 13);
      expect(await periods(id)).toEqual(
        ends
          .slice(0, 12)
          .map((starts, period) => ({ period, starts, ends: ends[period + 1], state: 'paid', attempts: 1 })),
      );
      const payments = await paymentsOf(merchant, 'monthly');
      expect(payments.map(({ status, amount: { value } }) => [status, value])).toEqual(
        Array(12).fill(['completed', 1000]),
      );
      // Each was created after the one of the previous month had settled.
      for (const [index, { createdAt }] of payments.slice(1).entries()) {
        // The clock of ids may be behind that of Postgres by the round trip in which it was read.
        expect(Date.parse(createdAt) + CLOCK_LAG_MS).toBeGreaterThan(Date.parse(payments[index]?.updatedAt ?? ''));
      }
      expect(await merchant.svc.subscriptions.retrieve(id)).toMatchObject({
        status: 'active',
        currentPeriodStart: ends[11],
        nextPaymentAt: ends[12],
      });
      expect(await bystander.svc.subscriptions.retrieve(waiting)).toMatchObject({ status: 'scheduled' });
      expect(await periods(waiting)).toEqual([]);
    },
    YEAR_TIMEOUT_MS,
  );
});

describe('a payment that is declined', () => {
  it(
    'is retried 1, 3 and 5 days after its due date; then the subscription is cancelled',
    async () => {
      const merchant = await newMerchant();
      await merchant.svc.webhooks.create({
        url: `${receiver.url}/dunning`,
        events: ['subscription.created', 'subscription.past_due', 'subscription.cancelled', 'payment.failed'],
      });
      const metadata = { sandbox: 'decline:insufficient_funds' };
      const startAt = new Date(Date.now() + DAY_MS).toISOString();
      const id = await subscribe(merchant, { metadata, startAt, description: 'declined' });
      const tries: string[] = [];
      for (const by of ['P1DT1H', 'P1D', 'P2D']) {
        await advance(merchant, by);
        const state = await merchant.svc.subscriptions.retrieve(id);
        expect(state.status).toBe('past_due');
        tries.push(state.nextPaymentAt ?? '');
      }
      expect(tries.map((at) => (Date.parse(at) - Date.parse(startAt)) / DAY_MS)).toEqual([1, 3, 5]);
      await advance(merchant, 'P1Y');
      expect(await merchant.svc.subscriptions.retrieve(id)).toMatchObject({ status: 'cancelled', nextPaymentAt: null });
      const payments = await paymentsOf(merchant, 'declined');
      expect(payments.map(({ failure }) => failure?.code)).toEqual(Array(4).fill('insufficient_funds'));
      expect(await periods(id)).toMatchObject([{ period: 0, state: 'failed', attempts: 4 }]);
      await eventually(() => {
        const told = receiver.requests.map(({ parsed }) => parsed as { readonly type: string });
        const count = (type: string) => told.filter((event) => event.type === type).length;
        expect(count('payment.failed')).toBe(4);
        expect(count('subscription.created')).toBe(1);
        expect(count('subscription.past_due')).toBe(1);
        expect(count('subscription.cancelled')).toBe(1);
      });
    },
    YEAR_TIMEOUT_MS,
  );

  it(
    'and then paid reactivates the subscription, whose periods stay unchanged',
    async () => {
      const merchant = await newMerchant();
      const startAt = new Date(Date.now() + DAY_MS).toISOString();
      const metadata = { sandbox: 'decline:expired_card' };
      const id = await subscribe(merchant, { metadata, startAt, description: 'mended' });
      await advance(merchant, 'P1DT1H');
      const before = await merchant.svc.subscriptions.update(id, {
        metadata: { sandbox: null },
        amount: { value: 5000, currency: 'USD' },
      });
      expect(before.status).toBe('past_due');
      await advance(merchant, 'P1D');
      expect(await merchant.svc.subscriptions.retrieve(id)).toMatchObject({
        status: 'active',
        currentPeriodStart: startAt,
        currentPeriodEnd: before.currentPeriodEnd,
        nextPaymentAt: before.currentPeriodEnd,
      });
      await advance(merchant, 'P1M');
      const payments = await paymentsOf(merchant, 'mended');
      expect(payments.map(({ status, amount: { value } }) => [status, value])).toEqual([
        ['failed', 1000],
        ['completed', 1000],
        ['completed', 5000],
      ]);
    },
    YEAR_TIMEOUT_MS,
  );
});

describe('a subscription that ends with its period', () => {
  it(
    'is cancelled at its end and not charged again',
    async () => {
      const merchant = await newMerchant();
      const id = await subscribe(merchant, { description: 'ending' });
      const ending = await merchant.svc.subscriptions.cancel(id, { atPeriodEnd: true });
      expect(ending).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, nextPaymentAt: null });
      await advance(merchant, 'P20D');
      expect((await merchant.svc.subscriptions.retrieve(id)).status).toBe('active');
      await advance(merchant, 'P20D');
      expect((await merchant.svc.subscriptions.retrieve(id)).status).toBe('cancelled');
      expect(await paymentsOf(merchant, 'ending')).toHaveLength(1);
    },
    YEAR_TIMEOUT_MS,
  );

  it(
    'takes a payment along that waits for approval',
    async () => {
      const merchant = await newMerchant();
      const { svc } = merchant;
      await svc.security.updateConfig({ approvalThresholds: [amount] }, { ifMatch: '*' });
      const id = await subscribe(merchant, { description: 'unapproved' });
      await svc.subscriptions.cancel(id, { atPeriodEnd: true });
      const [waiting] = await paymentsOf(merchant, 'unapproved');
      expect(waiting).toMatchObject({ status: 'pending', stage: 'awaiting_approval' });
      await advance(merchant, 'P40D');
      expect((await svc.subscriptions.retrieve(id)).status).toBe('cancelled');
      const [payment] = await paymentsOf(merchant, 'unapproved');
      expect(payment).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
      const approval = svc.payments.approve(payment?.id ?? '');
      await expect(approval).rejects.toMatchObject({ code: 'state_conflict' });
    },
    YEAR_TIMEOUT_MS,
  );
});
