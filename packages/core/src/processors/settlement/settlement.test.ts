import { forThisFile, startStripeDouble, type StripeDouble } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStripe, stripeConnection } from '../../../test/open-stripe.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { idAt } from '../../platform/ids.js';
import type { StripeProcessor } from '../stripe/stripe-processor.js';
import { beginSweeps, Sweeps } from '../sweeps/sweeps.js';
import { SweepRunner } from '../sweeps/sweep-runner.js';
import { SettlementLines } from './settlement-lines.js';
import { SettlementReport } from './settlement-report.js';

const DAY_MS = 86_400_000;

const { database, sql } = await forThisFile(openTestDatabase());
let stripe: StripeDouble;
let processor: StripeProcessor;
const logged: string[] = [];

beforeAll(async () => {
  await sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
             VALUES (1, 7, 'stripe', 'Stripe', true, 1, 'ok', now())`);
});

beforeEach(async () => {
  stripe = await startStripeDouble();
  const logger = { warn: (line: object): void => void logged.push(JSON.stringify(line)) };
  processor = openStripe(stripe, { name: 'stripe', logger });
  logged.length = 0;
  await sql(
    'TRUNCATE payments, payment_attempts, refunds, refund_attempts, processor_sweeps, settlement_lines CASCADE',
  );
  await database.transaction((transaction) => {
    beginSweeps(transaction, { environmentId: 1 }, '7');
    return Promise.resolve();
  });
  return async () => {
    await processor.close();
    await stripe.close();
  };
});

function worker(): SweepRunner {
  const note = (line: object): void => void logged.push(JSON.stringify(line));
  return new SweepRunner({
    sweeps: new Sweeps(database),
    connections: { find: () => Promise.resolve(stripeConnection(processor)) },
    callbacks: { pass: () => Promise.resolve(true) },
    settlement: new SettlementLines(database),
    logger: { warn: note, error: note },
  });
}

const makeDue = () =>
  sql(`UPDATE processor_sweeps SET due_at = now() WHERE environment_id = 1 AND subject = 'settlement'`);

/** Sweeps all that is due. */
async function work(): Promise<void> {
  await makeDue();
  const one = worker();
  while (await one.run());
}

/** A payment that Stripe has taken, by default of this connection. */
async function pay(
  paymentId: number,
  {
    amount = 1_000,
    currency = 'eur',
    installation = 'inst',
    environmentId = 1,
    processor = 'stripe:7',
    captureMethod = 'automatic',
  } = {},
): Promise<string> {
  const attempt = `00-${environmentId}-${paymentId + 1}`;
  const metadata = { svc_installation: installation, svc_attempt: attempt, svc_payment: `pay_${paymentId}` };
  await sql(`INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
             VALUES (${environmentId}, ${paymentId}, 'completed', ${amount}, 'EUR', '{}', '${processor}', now())`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
             VALUES (${environmentId}, ${paymentId + 1}, ${paymentId}, 'authorize', '${processor}', 'approved', now())`);
  const about = {
    amount: String(amount),
    currency,
    payment_method: 'pm_card_visa',
    metadata,
    capture_method: captureMethod,
  };
  return stripe.intents.confirm(stripe.intents.create(about).id, {}).id;
}

async function refundHere(reference: string, refundId: number, paymentId: number): Promise<void> {
  await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, updated_at)
             VALUES (1, ${refundId}, ${paymentId}, 'completed', 100, 'EUR', '{}', now())`);
  await sql(`INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at, external_reference)
             VALUES (1, ${refundId + 1}, ${refundId}, 'stripe:7', 'approved', now(), '${reference}')`);
}

/** The rows of a report, in chunks of `limit`. */
async function rows(environmentId = 1, limit = 500, fromMs = Date.now() - DAY_MS): Promise<Record<string, unknown>[]> {
  const report = new SettlementReport();
  const found: Record<string, unknown>[] = [];
  let toId: string | undefined = idAt(new Date(Date.now() + DAY_MS));
  while (toId !== undefined) {
    const tables = database.forEnvironment({ environmentId });
    const fromId = idAt(new Date(fromMs));
    const stretch = await report.read({ tables, id: '1', mode: 'test', fromId, toId, limit });
    found.push(...stretch.rows.map(({ row }) => row));
    toId = stretch.reached;
  }
  return found;
}

const eur = (value: number) => ({ value, currency: 'EUR' });

describe('a settlement report', () => {
  const horizon = () => database.transaction((transaction) => new SettlementReport().horizon(transaction, 1));

  it('says until when the balances were read: the earliest of the connections', async () => {
    const [{ before } = { before: new Date() }] = (await sql('SELECT clock_timestamp() AS before')) as {
      before: Date;
    }[];
    await work();
    const { asOf, unreadProcessors } = await horizon();
    expect(unreadProcessors).toEqual([]);
    expect(asOf?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    await sql(`UPDATE processor_sweeps SET swept_to = now() - interval '30 minutes'
               WHERE environment_id = 1 AND subject = 'settlement'`);
    expect(Date.now() - Number((await horizon()).asOf)).toBeGreaterThan(29 * 60_000);
  });

  it('names the connections whose balance could not be read', async () => {
    stripe.faults.plan('list_balance', 'error_before');
    await work();
    expect((await horizon()).unreadProcessors).toMatchObject([{ processorId: 'proc_7', name: 'Stripe' }]);
    await work();
    expect((await horizon()).unreadProcessors).toEqual([]);
    await sql(`UPDATE processor_sweeps SET swept_to = now() - interval '61 minutes'
               WHERE environment_id = 1 AND subject = 'settlement'`);
    expect((await horizon()).unreadProcessors).toHaveLength(1);
    await sql('DELETE FROM processor_sweeps WHERE environment_id = 1');
    expect(await horizon()).toEqual({ asOf: null, unreadProcessors: [] });
  });
});

describe('the settlement of a connection', () => {
  it('counts the part of a hold that was not captured as no refund, where Stripe lists it as one', async () => {
    stripe.refunds.listsReleases = true;
    const intent = await pay(10, { captureMethod: 'manual' });
    stripe.intents.capture(intent, { amount_to_capture: '600' });
    await work();
    const found = (await rows()).map(({ kind, gross, paymentId }) => ({ kind, gross, paymentId }));
    const payment = { kind: 'payment', paymentId: 'pay_10' };
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { ...payment, gross: eur(1_000) },
        { ...payment, gross: eur(-400) },
      ]),
    );
  });

  it('shows payments with fees, and refunds, failed ones and disputes with their payments', async () => {
    const intent = await pay(10);
    const { id: refund } = stripe.refunds.create({ payment_intent: intent, amount: '100' });
    await refundHere(refund, 20, 10);
    stripe.refunds.fail(refund);
    const { id: dispute } = stripe.disputes.open(intent, 'needs_response', 400);
    stripe.disputes.close(dispute, 'won');
    stripe.balance.payOut(500, 'eur');
    await work();
    const about = { paymentId: 'pay_10', processor: 'proc_7', exchangeRate: null };
    const found = await rows();
    expect(found.sort((one, other) => String(one['kind']).localeCompare(String(other['kind'])))).toMatchObject([
      { kind: 'dispute', reference: dispute, refundId: null, ...about },
      { kind: 'dispute', reference: dispute, refundId: null, ...about },
      { kind: 'payment', gross: eur(1_000), fee: eur(40), net: eur(960), refundId: null, ...about },
      {
        kind: 'refund',
        gross: eur(-100),
        fee: eur(0),
        net: eur(-100),
        reference: refund,
        refundId: 'ref_20',
        ...about,
      },
      { kind: 'refund_failure', gross: eur(100), net: eur(100), reference: refund, refundId: 'ref_20', ...about },
    ]);
    const disputes = found.filter(({ kind }) => kind === 'dispute').map(({ gross, fee }) => [gross, fee]);
    expect(disputes).toEqual(
      expect.arrayContaining([
        [eur(-400), eur(1_500)],
        [eur(400), eur(0)],
      ]),
    );
    const [first] = found;
    expect(Date.parse(String(first?.['availableAt'])) - Date.parse(String(first?.['settledAt']))).toBe(7 * DAY_MS);
  });

  it('is in the currency of the balance and its smallest unit, with the rate', async () => {
    stripe.balance.rates.set('kwd', { currency: 'isk', rate: 40 });
    await pay(10, { amount: 10_000, currency: 'kwd' });
    const [entry] = stripe.balance.all;
    if (entry !== undefined) Object.assign(entry, { fee: 2_500, net: entry.amount - 2_500 });
    await work();
    // Stripe has hundredths of the króna, which has none.
    expect(await rows()).toMatchObject([
      { gross: { value: 4_000, currency: 'ISK' }, fee: { value: 25 }, net: { value: 3_975 }, exchangeRate: 40 },
    ]);
  });

  it('is read page after page, and each line is stored once', async () => {
    const intent = await pay(10, { amount: 100_000 });
    for (let n = 0; n < 250; n += 1) stripe.refunds.create({ payment_intent: intent, amount: '1' });
    await makeDue();
    await worker().run();
    stripe.faults.plan('list_balance', 'error_before');
    await worker().run();
    expect(logged.splice(0)).toHaveLength(1);
    await work();
    await work();
    const pages = stripe.requests.filter(({ step }) => step === 'list_balance');
    expect(pages.map(({ form }) => form['starting_after'] !== undefined)).toEqual([
      ...[false, true, true, true],
      ...[false, true, true],
    ]);
    expect(await rows()).toHaveLength(251);
    // Lines of the same second differ.
    const inParts = await rows(1, 7);
    expect(new Set(inParts.map(({ id }) => id)).size).toBe(251);
    expect([await rows(2), logged]).toEqual([[], []]);
  });

  it('keeps nothing of payments of others', async () => {
    const foreign = await pay(30, { installation: 'another' });
    stripe.refunds.create({ payment_intent: foreign, amount: '1' });
    stripe.intents.confirm(
      stripe.intents.create({ amount: '500', currency: 'eur', payment_method: 'pm_card_visa' }).id,
      {},
    );
    await work();
    expect(await sql('SELECT reference FROM settlement_lines WHERE environment_id = 1')).toEqual([]);
  });

  it('leaves out what another account, or another connection, has done with the same account at Stripe', async () => {
    const [elsewhere, sibling] = [await pay(30, { environmentId: 2 }), await pay(40, { processor: 'stripe:8' })];
    for (const intent of [elsewhere, sibling]) stripe.dashboard.refund(intent, 300);
    const unknown = { svc_installation: 'inst', svc_attempt: '00-1-999', svc_payment: 'pay_998' };
    const about = { amount: '500', currency: 'eur', payment_method: 'pm_card_visa', metadata: unknown };
    stripe.intents.confirm(stripe.intents.create(about).id, {});
    await pay(10);
    await work();
    expect(await rows()).toMatchObject([{ kind: 'payment', paymentId: 'pay_10' }]);
    expect(await sql('SELECT reference FROM settlement_lines WHERE environment_id = 1')).toHaveLength(1);
  });

  it('gives a refund its payment by the charge of an earlier sweep', async () => {
    const intent = await pay(10);
    await work();
    expect(await rows()).toHaveLength(1);
    stripe.dashboard.refund(intent, 300);
    await work();
    expect(await rows()).toMatchObject([
      expect.objectContaining({ paymentId: 'pay_10' }),
      expect.objectContaining({ paymentId: 'pay_10' }),
    ]);
  });

  it('is not touched at its end by a worker that has lost its lease', async () => {
    stripe.dashboard.refund(await pay(10), 300);
    const sweeps = new Sweeps(database);
    await makeDue();
    const lost = await sweeps.claim(1);
    await makeDue();
    const current = await sweeps.claim(60_000);
    if (lost === undefined || current === undefined) throw new Error('nothing was due');
    const lines = new SettlementLines(database);
    const page = await processor.listSettlement({ since: current.since, cursor: null });
    if (page.kind !== 'page') throw new Error('no page was read');
    // The refund comes first, and its charge with another page.
    await lines.store(
      current,
      page.lines.filter(({ kind }) => kind === 'refund'),
    );
    await sweeps.end(lost, false, (transaction) => lines.claim(transaction, lost));
    await lines.store(
      current,
      page.lines.filter(({ kind }) => kind === 'payment'),
    );
    await sweeps.end(current, false, (transaction) => lines.claim(transaction, current));
    expect((await rows()).map(({ kind }) => kind).sort()).toEqual(['payment', 'refund']);
  });

  it('does not stop at a currency that is not known, which is logged', async () => {
    stripe.balance.rates.set('usd', { currency: 'ugx', rate: 3_700 });
    await pay(10, { currency: 'usd' });
    await pay(12);
    await work();
    expect(await rows()).toMatchObject([{ paymentId: 'pay_12' }]);
    expect(logged.splice(0)).toEqual([expect.stringContaining(String(stripe.balance.all[0]?.id))]);
  });

  it('is not read with a key that may not, and later from where it was', async () => {
    await pay(10);
    stripe.keyState = 'restricted';
    await work();
    expect([await rows(), logged.splice(0)]).toEqual([[], [expect.stringContaining('settlement')]]);
    stripe.keyState = 'valid';
    await work();
    expect(await rows()).toHaveLength(1);
  });
});
