import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Svc, type Payment } from '@svc/sdk';
import {
  errorsOf,
  eventually,
  startBrowser,
  startStack,
  startStripeDouble,
  startTcpProxy,
  type Account,
  type Browser,
  type Page,
  type Stack,
  type StripeDouble,
  type TcpProxy,
} from '@svc/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems, joinConsole } from './console/journey.js';

const amount = { value: 2_500, currency: 'EUR' };

let browser: Browser;
let stripe: StripeDouble;
let stack: Stack;
let shop: Server;
/** Where customers reach the service: its own port is only known once it has started. */
let front: TcpProxy;
let shopUrl: string;
let frontUrl: string;
let account: Account;
let svc: Svc;
let page: Page;
let errors: string[];

beforeAll(async () => {
  shop = createServer((request, response) => {
    const name = /^\/(paid|cart|order)/.exec(request.url ?? '')?.[1] ?? 'unknown';
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>${name}</title><link rel="icon" href="data:,"><h1>${name}</h1>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  [browser, stripe, front] = await Promise.all([startBrowser(), startStripeDouble(), startTcpProxy('127.0.0.1', 0)]);
  frontUrl = `http://127.0.0.1:${front.port}`;
  const env = { STRIPE_API_URL: stripe.url, PROCESSOR_TIMEOUT: '2s', PUBLIC_URL: frontUrl };
  stack = await startStack({ env });
  front.leadTo(Number(new URL(stack.apiUrl).port));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await stripe?.close();
  shop?.closeAllConnections();
  shop?.close();
  await front?.close();
});

beforeEach(async () => {
  account = await stack.createAccount('enterprise');
  svc = new Svc(account.testKey, { baseUrl: stack.apiUrl });
  await svc.processors.create({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });
  page = await (await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-GB' })).newPage();
  errors = errorsOf(page);
});

afterEach(async () => {
  await page.context().close();
  expect(errors).toEqual([]);
});

/** Opens the page of a new session, and goes on to that of Stripe. */
async function atStripe(): Promise<string> {
  const { id, url } = await svc.checkoutSessions.create({
    ...{ amount, description: 'Order 1042' },
    ...{ successUrl: `${shopUrl}/paid`, cancelUrl: `${shopUrl}/cart` },
  });
  await page.goto(url ?? '');
  await press('Pay €25.00');
  await page.getByRole('heading', { name: 'Stripe' }).waitFor();
  return id;
}

const press = (name: string): Promise<void> => page.getByRole('button', { name }).click();

describe('a checkout session at Stripe', () => {
  it('is paid there with a second card, and leads to the shop only when Stripe has said so', async () => {
    const id = await atStripe();
    await page.getByLabel('Card').selectOption('pm_card_chargeDeclined');
    await press('Pay');
    await page.getByRole('alert').getByText('declined').waitFor();
    await page.getByLabel('Card').selectOption('pm_card_visa');
    await press('Pay');
    await page.waitForURL((url) => url.href.startsWith(frontUrl));
    expect((await svc.checkoutSessions.retrieve(id)).status).toBe('open');
    await stripe.events.deliver('twice');
    await page.waitForURL(`${shopUrl}/paid?checkoutSessionId=${id}`);
    expect(await svc.checkoutSessions.retrieve(id)).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
    expect((await svc.payments.list()).data).toMatchObject([{ status: 'completed', capturedAmount: amount }]);
  });

  it('is left there, and paid later on the same page', async () => {
    const id = await atStripe();
    const there = page.url();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL((url) => url.href.startsWith(frontUrl));
    await press('Continue to payment');
    await page.getByRole('heading', { name: 'Stripe' }).waitFor();
    expect(page.url()).toBe(there);
    await press('Pay');
    await stripe.events.deliver();
    await page.waitForURL(`${shopUrl}/paid?checkoutSessionId=${id}`);
    expect((await svc.payments.list()).data).toHaveLength(1);
  });
});

describe('a payment that the bank asks about', () => {
  it.each([
    ['complete', 'completed'],
    ['fail', 'failed'],
  ])('%s: is %s, and the customer comes back to the shop', async (answer, status) => {
    const { id: customerId } = await svc.customers.create({ email: 'ada@example.com' });
    const { id: paymentMethodId } = await svc.customers.addPaymentMethod(customerId, {
      ...{ type: 'card', processorToken: 'pm_card_authenticationRequired' },
    });
    const { id } = await svc.payments.create({ amount, paymentMethodId, returnUrl: `${shopUrl}/order?no=1042` });
    const url = await eventually(async () => {
      const { nextAction } = await svc.payments.retrieve(id);
      if (nextAction === null) throw new Error('nothing is to be done');
      return nextAction.url;
    });
    await page.goto(url);
    await press(answer);
    await page.waitForURL(`${shopUrl}/order?no=1042&paymentId=${id}`);
    await stripe.events.deliver();
    await eventually(async () => expect(await svc.payments.retrieve(id)).toMatchObject({ status }));
  });
});

/** Has a payment made with a card of Stripe, and waits until it is in that state. */
async function pay(card: string, state: object): Promise<Payment> {
  const { id: customerId } = await svc.customers.create({ email: `${card}@example.com` });
  const method = await svc.customers.addPaymentMethod(customerId, { type: 'card', processorToken: card });
  const { id } = await svc.payments.create({ amount, paymentMethodId: method.id });
  return eventually(async () => {
    const payment = await svc.payments.retrieve(id);
    expect(payment).toMatchObject(state);
    return payment;
  });
}

describe('the page of a payment in the console', () => {
  let own: Page;
  const actions = () => own.getByRole('group', { name: 'Actions' }).getByRole('button');

  async function open({ id }: Payment): Promise<void> {
    await own.goto(`${stack.apiUrl}/console/test/payments/${id}`);
    await own.getByRole('list', { name: 'Timeline' }).waitFor();
  }

  beforeEach(async () => {
    own = await joinConsole(browser, stack, account);
    return () => own.context().close();
  });

  it('offers no refund once the connection was deleted, and says why', async () => {
    const payment = await pay('pm_card_visa', { status: 'completed' });
    await open(payment);
    await eventually(async () => expect(await actions().allTextContents()).toEqual(['Refund']));
    await svc.processors.delete(payment.processor?.id ?? '');
    await open(payment);
    await own
      .getByText(
        'The connection of this payment was deleted. Refund the payment at its processor. That refund will not be shown here.',
      )
      .waitFor();
    expect(await actions().count()).toBe(0);
    expect(await accessibilityProblems(own)).toEqual([]);
  });

  it('shows the page to send the customer to, and what the customer disputes', async () => {
    const waiting = await pay('pm_card_authenticationRequired', { stage: 'requires_action' });
    await open(waiting);
    await own.getByText('Page to send the customer to').waitFor();
    await own.getByText(waiting.nextAction?.url ?? '', { exact: true }).waitFor();
    const disputed = await pay('pm_card_visa', { status: 'completed' });
    stripe.disputes.open(disputed.processor?.reference ?? '', 'needs_response', 2_000);
    await stripe.events.deliver();
    const [dispute] = await eventually(async () => {
      const { data } = await svc.disputes.list({ paymentId: disputed.id });
      expect(data).toHaveLength(1);
      return data;
    });
    await open(disputed);
    const table = own.getByRole('table', { name: 'Disputes' });
    await table.getByText('20.00 EUR').waitFor();
    await table.getByRole('link', { name: dispute?.id ?? '' }).click();
    await own.getByRole('heading', { level: 1, name: dispute?.id ?? '' }).waitFor();
  });

  it('cancels what waits because the key is refused', async () => {
    stripe.keyState = 'revoked';
    try {
      const payment = await pay('pm_card_visa', { stage: 'processing' });
      const id = payment.processor?.id ?? '';
      await eventually(async () => expect(await svc.processors.retrieve(id)).toMatchObject({ status: 'failing' }));
      await open(payment);
      await own.getByRole('button', { name: 'Cancel' }).click();
      await own.getByText('If the payment processor has received nothing of the payment').waitFor();
      await own.getByRole('button', { name: 'Cancel payment' }).click();
      await own.getByText('(cancelled)').first().waitFor();
      expect(await svc.payments.retrieve(payment.id)).toMatchObject({ failure: { code: 'cancelled' } });
    } finally {
      stripe.keyState = 'valid';
    }
  });
});

describe('the console', () => {
  it('says what a restricted key may not do, and what a settlement report lacks because of it', async () => {
    const own = await joinConsole(browser, stack, account);
    const [processor] = (await svc.processors.list()).data;
    stripe.keyState = 'restricted';
    try {
      await own.goto(`${stack.apiUrl}/console/test/processors/${processor?.id}`);
      await own.getByRole('button', { name: 'Verify' }).click();
      await own.getByRole('alert').getByText('The key may not read disputes. They are not shown here.').waitFor();
      expect(await own.getByRole('alert').getByRole('listitem').count()).toBe(3);
      expect(await accessibilityProblems(own)).toEqual([]);
    } finally {
      stripe.keyState = 'valid';
    }
    await stack.query(
      `UPDATE processor_sweeps SET failures = 3, swept_to = '2026-11-21T09:30:00Z' WHERE processor_id = $1`,
      [processor?.id.slice('proc_'.length)],
    );
    const range = { createdFrom: '2026-11-01T00:00:00Z', createdTo: '2026-11-02T00:00:00Z' };
    await svc.reports.create({ type: 'settlement', format: 'csv', ...range });
    await own.goto(`${stack.apiUrl}/console/test/analytics`);
    await own.getByText(/^Complete until 20/).waitFor();
    await own
      .getByRole('alert')
      .getByText(/^Incomplete\. .*: Stripe \(since 20/)
      .waitFor();
    expect(await accessibilityProblems(own)).toEqual([]);
    await own.context().close();
  });
});
