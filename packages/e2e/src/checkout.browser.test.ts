import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Svc, type CheckoutSession } from '@svc/sdk';
import {
  accessibilityViolations,
  ENDINGS,
  errorsOf,
  startAcquirer,
  startBrowser,
  startStack,
  type Browser,
  type BrowserContext,
  type Page,
  type ReferenceAcquirer,
  type Stack,
} from '@svc/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let browser: Browser;
let stack: Stack;
let acquirer: ReferenceAcquirer;
let shop: Server;
let shopUrl: string;
let svc: Svc;
let context: BrowserContext;
let errors: string[][];

beforeAll(async () => {
  shop = createServer((request, response) => {
    const name = request.url?.startsWith('/paid') === true ? 'Paid' : 'Cart';
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>${name}</title><link rel="icon" href="data:,"><h1>${name}</h1>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  [browser, stack, acquirer] = await Promise.all([startBrowser(), startStack(), startAcquirer({ timeoutMs: 2_000 })]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await acquirer?.close();
  shop?.closeAllConnections();
  shop?.close();
});

beforeEach(async () => {
  svc = new Svc((await stack.createAccount('enterprise')).testKey, { baseUrl: stack.apiUrl });
  errors = [];
});

afterEach(async () => {
  await context.close();
  expect(errors.flat()).toEqual([]);
});

type Options = Parameters<Browser['newContext']>[0];

/** A page of a phone. It fails the test when it reports an error, such as a violation of its content policy. */
async function newPage(options: Options = {}): Promise<Page> {
  const viewport = { width: 320, height: 640 };
  // The acquirer has a certificate of the tests.
  context = await browser.newContext({ viewport, locale: 'en-GB', ignoreHTTPSErrors: true, ...options });
  return nextPage();
}

async function nextPage(): Promise<Page> {
  const page = await context.newPage();
  errors.push(errorsOf(page));
  return page;
}

async function create(value = 2_500): Promise<CheckoutSession & { url: string }> {
  const session = await svc.checkoutSessions.create({
    amount: { value, currency: 'EUR' },
    description: 'Order 1042',
    successUrl: `${shopUrl}/paid`,
    cancelUrl: `${shopUrl}/cart`,
  });
  if (session.url === null) throw new Error('the session has no page');
  return { ...session, url: session.url };
}

async function connect(): Promise<void> {
  const { callbackUrl } = await svc.processors.create({
    kind: 'http',
    name: 'Example',
    credentials: acquirer.credentials,
  });
  await acquirer.callBackTo(callbackUrl);
}

async function payments(): Promise<unknown[]> {
  return (await svc.payments.list()).data;
}

/** What every state of the page must be. */
async function expectGoodPage(page: Page, language: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page)).toEqual([]);
  }
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(await page.getAttribute('html', 'lang')).toMatch(new RegExp(`^${language}\\b`));
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function expectPaid(page: Page, session: CheckoutSession): Promise<void> {
  await page.waitForURL(`${shopUrl}/paid?checkoutSessionId=${session.id}`);
  expect(await svc.checkoutSessions.retrieve(session.id)).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
  expect(await payments()).toMatchObject([{ status: 'completed' }]);
}

describe('in the sandbox', () => {
  it.each([
    ['en-GB', 'en', 'Pay €25.00', true],
    ['en-GB', 'en', 'Pay €25.00', false],
    ['de-DE', 'de', '25,00 € bezahlen', true],
    ['de-DE', 'de', '25,00 € bezahlen', false],
  ])('%s, %s: "%s" pays, with JavaScript: %s', async (locale, language, name, javaScriptEnabled) => {
    const page = await newPage({ locale, javaScriptEnabled });
    const session = await create();
    await page.goto(session.url);
    expect((await page.title()).replaceAll('\u00A0', ' ')).toContain(name);
    if (javaScriptEnabled) await expectGoodPage(page, language);
    await button(page, name).click();
    await expectPaid(page, session);
  });

  it('is paid by keyboard alone, with 3-D Secure that fails once', async () => {
    const page = await newPage();
    const session = await create();
    await page.goto(session.url);
    const press = async (name: string): Promise<void> => {
      for (let n = 0; n < 10; n += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent')) === name) break;
      }
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    };
    await press('Pay with 3-D Secure');
    await expectGoodPage(page, 'en');
    await press('Fail the authentication');
    expect(await page.getByRole('status').textContent()).toContain('The authentication failed.');
    await expectGoodPage(page, 'en');
    await press('Pay with 3-D Secure');
    await press('Confirm the payment');
    await expectPaid(page, session);
  });

  it('a declined card can be tried again, or the payer leaves', async () => {
    const page = await newPage();
    const session = await create();
    await page.goto(session.url);
    await button(page, 'Card declined').click();
    await page.waitForURL(/notice=declined/);
    expect(await page.title()).toMatch(/^Payment declined/);
    expect(await page.getByRole('status').textContent()).toContain('You have not been charged.');
    await expectGoodPage(page, 'en');
    await page.getByRole('link').click();
    await page.waitForURL(`${shopUrl}/cart?checkoutSessionId=${session.id}`);
    expect(await payments()).toEqual([]);
    await page.goBack();
    await button(page, /^Pay €/).click();
    await expectPaid(page, session);
  });

  it('two tabs and the back button lead to one payment', async () => {
    const first = await newPage();
    const session = await create();
    await first.goto(session.url);
    const second = await nextPage();
    await second.goto(session.url);
    await Promise.all([first, second].map((page) => button(page, /^Pay €/).click()));
    await expectPaid(first, session);
    await expectPaid(second, session);
    await first.goBack();
    await expectPaid(first, session);
  });

  it('says so when the payer returns after the session has expired', async () => {
    const page = await newPage();
    const session = await create();
    await page.goto(session.url);
    await svc.checkoutSessions.expire(session.id);
    await button(page, /^Pay €/).click();
    await page.getByRole('heading', { name: 'This payment page has expired' }).waitFor();
    await expectGoodPage(page, 'en');
    await page.getByRole('link', { name: /^Return to/ }).click();
    await page.waitForURL(`${shopUrl}/cart?checkoutSessionId=${session.id}`);
    expect(await payments()).toEqual([]);
  });
});

describe('at a processor with a page of its own', () => {
  it('leads there and, once the processor confirms, to the shop; coming back proves nothing', async () => {
    await connect();
    const page = await newPage({ javaScriptEnabled: false });
    const session = await create(2_500 + ENDINGS.requiresAction);
    await page.goto(session.url);
    await button(page, 'Pay €25.07').click();
    await page.waitForURL(`${acquirer.url}/pay/**`);
    const processorPage = page.url();

    await page.goto(session.url);
    await page.getByRole('heading', { name: 'Complete your payment' }).waitFor();
    expect(await svc.checkoutSessions.retrieve(session.id)).toMatchObject({ status: 'open', paymentStatus: 'unpaid' });
    await button(page, 'Continue to payment').click();
    await page.waitForURL(processorPage);

    await page.goto(session.url);
    await acquirer.payerActs(processorPage, 'approve');
    // The page looks again without being asked.
    await expectPaid(page, session);
  });

  it('waits for a processor that does not answer, and is then paid once', async () => {
    await connect();
    const page = await newPage();
    const session = await create();
    await acquirer.kill();
    await page.goto(session.url);
    await button(page, 'Pay €25.00').click();
    await page.getByRole('heading', { name: 'Waiting for confirmation' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await acquirer.start();
    await expectPaid(page, session);
  });
});
