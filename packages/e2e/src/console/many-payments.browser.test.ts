import { createClient, errorsOf } from '@svc/testing';
import type { Account, Client, Page } from '@svc/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';
import { accessibilityProblems, focusedText, joinConsole } from './journey.js';
import { copyPayments } from './payment-copies.js';

const PAYMENTS = 10_000;
/** Ten times what a person should wait: the machine may be busy. The measured times are annotations of the test. */
const FIRST_ROWS_MS = 10_000;
const NEXT_PAGE_MS = 3_000;

useBrowser({ own: true });

let account: Account;
let client: Client;
let completed: string;
let failed: string;
let page: Page;
let errors: string[];

beforeAll(async () => {
  account = await stack.createAccount();
  client = createClient(stack.apiUrl, account.testKey);
  completed = await pay('order-first', 'approve');
  failed = await pay('order-second', 'decline:card_declined');
  await multiplyPayments();
});

beforeEach(async () => {
  page = await joinConsole(browser, stack, { ...account, role: 'developer' });
  errors = errorsOf(page);
});

afterEach(async () => {
  await page.context().close();
  expect(errors).toEqual([]);
});

const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };

async function pay(reference: string, sandbox: string, payer: object = { customer }): Promise<string> {
  const body = { amount: { value: 1250, currency: 'EUR' }, ...payer, reference, metadata: { sandbox } };
  const { status, body: payment } = await client.post('/v1/payments?wait=10', body);
  expect(status).toBe(201);
  return String(payment['id']);
}

/** Every tenth payment failed. Every second one has no customer. */
async function multiplyPayments(): Promise<void> {
  const anonymous = await pay('order-third', 'approve', {});
  const anonymousFailed = await pay('order-fourth', 'decline:card_declined', {});
  const minutes = Array.from({ length: PAYMENTS - 4 }, (_, n) => n + 1);
  await copyPayments(stack, [
    { of: completed, minutesAgo: minutes.filter((n) => n % 2 === 1) },
    { of: anonymous, minutesAgo: minutes.filter((n) => n % 2 === 0 && n % 10 !== 0) },
    { of: anonymousFailed, minutesAgo: minutes.filter((n) => n % 10 === 0) },
  ]);
  expect((await stack.query('SELECT count(*)::int AS payments FROM payments'))[0]).toEqual({ payments: PAYMENTS });
}

const table = () => page.getByRole('table', { name: 'Payments', exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const address = () => new URL(page.url());
/** The ids on the page, without waiting. */
const ids = () => table().locator('tbody td:first-child a').allInnerTexts();

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return Math.round(performance.now() - start);
}

describe('ten thousand payments', () => {
  it('are shown at once, a page at a time', async ({ annotate }) => {
    const firstRows = await timed(async () => {
      await page.goto(`${stack.apiUrl}/console/test/payments`, { waitUntil: 'commit' });
      await link(failed).waitFor();
    });
    const first = await ids();
    const pages = [first];
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const last = pages.at(-1)?.at(-1) ?? '';
      times.push(
        await timed(async () => {
          await link('Next page').click();
          await link(last).waitFor({ state: 'detached' });
        }),
      );
      pages.push(await ids());
    }
    const slowest = Math.max(...times);
    await annotate(`first rows after ${firstRows} ms, next pages after ${times.join(', ')} ms`);
    expect(new Set(pages.flat()).size).toBe(pages.length * first.length);
    expect(firstRows).toBeLessThan(FIRST_ROWS_MS);
    expect(slowest).toBeLessThan(NEXT_PAGE_MS);
  });

  it('keep their filters over a reload, an object and Back', async () => {
    await page.goto(`${stack.apiUrl}/console/test/payments`);
    await link(completed).waitFor();
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByLabel('Status').selectOption('failed');
    await filters.getByLabel('E-mail').fill('ada@example.com');
    await button('Apply').click();
    await link(completed).waitFor({ state: 'detached' });
    // Those of a customer that failed: none but the second payment, since every tenth is even.
    expect(await ids()).toEqual([failed]);
    await filters.getByLabel('E-mail').fill('');
    await button('Apply').click();
    await link('Next page').click();
    await link('First page').waitFor();
    const { search } = address();
    expect(search).toMatch(/^\?status=failed&cursor=/);
    await page.reload();
    await link('First page').waitFor();
    expect(address().search).toBe(search);
    expect(await filters.getByLabel('Status').inputValue()).toBe('failed');
    const shown = await ids();
    await link(shown[0] ?? '').click();
    await page.getByRole('list', { name: 'Timeline' }).waitFor();
    await page.goBack();
    await link(shown[0] ?? '').waitFor();
    expect(address().search).toBe(search);
    expect(await ids()).toEqual(shown);
    await page.goBack();
    await link(failed).waitFor();
    expect(address().search).toBe('?status=failed');
  });

  it('are found by amount and metadata within a range of days', async () => {
    await page.goto(`${stack.apiUrl}/console/test/payments`);
    const filters = page.getByRole('search', { name: 'Filters' });
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await filters.getByLabel('Currency').selectOption('EUR');
    await filters.getByLabel('Amount from').fill('12.5');
    await filters.getByLabel('Metadata').fill('sandbox=decline:card_declined');
    await filters.getByLabel('From', { exact: true }).fill(day(-1));
    await filters.getByLabel('To', { exact: true }).fill(day(1));
    await button('Apply').click();
    await link(completed).waitFor({ state: 'detached' });
    await link(failed).waitFor();
    expect(address().searchParams.get('amountMin')).toBe('1250');
    expect(await filters.getByLabel('Amount from').inputValue()).toBe('12.50');
    expect(await filters.getByLabel('Metadata').inputValue()).toBe('sandbox=decline:card_declined');
    await filters.getByLabel('Amount from').fill('12.51');
    await button('Apply').click();
    await page.getByText('Nothing matches the filters.').waitFor();
  });
});

describe('the search', () => {
  const box = () => page.getByRole('combobox', { name: 'Id, reference, e-mail or page' });
  const option = (name: RegExp) => page.getByRole('option', { name });

  async function search(text: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await box().waitFor();
    await page.keyboard.insertText(text);
  }

  it('finds a payment by its id, its reference and its e-mail address, with the keyboard alone', async () => {
    await search(completed);
    await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: completed }).waitFor();

    await search('order-4711');
    await option(/pay_\d+ Payment, 12\.50 EUR, completed, order-4711/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const requested = page.waitForRequest(/\/v1\/payments\/pay_/);
    await page.keyboard.press('Enter');
    const id = (await requested)
      .url()
      .split('/')
      .find((part) => /^pay_\d+$/.test(part));
    await page.getByRole('heading', { level: 1, name: id ?? 'none' }).waitFor();
    expect((await client.get(`/v1/payments/${id}`)).body['reference']).toBe('order-4711');

    await search('Ada@example.com');
    await option(/^cust_\d+ Customer, ada@example\.com, Ada Lovelace$/).waitFor();
    // A customer, five payments, and the way to all of them.
    await page.getByRole('status').getByText('7 results').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    expect(address().search).toBe('?email=Ada%40example.com');
  });

  it('finds pages, says that it found nothing, and gives the focus back', async () => {
    await button('Search').click();
    await box().waitFor();
    await option(/^Overview Page$/).waitFor();
    await page.keyboard.insertText('nothing like this');
    await page.getByRole('status').getByText('No results.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await box().waitFor({ state: 'detached' });
    expect(await focusedText(page)).toBe('Search');
    await page.keyboard.press('Meta+k');
    await box().waitFor();
    await page.keyboard.insertText('audit');
    await option(/^Audit log Page$/).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  });

  it('opens nothing when the press that opened it is held', async () => {
    const before = page.url();
    await button('Search').focus();
    await page.keyboard.down('Enter');
    await option(/^Overview Page$/).waitFor();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await box().count()).toBe(1);
    expect(page.url()).toBe(before);
    await page.keyboard.press('Enter');
    await box().waitFor({ state: 'detached' });
  });

  it('asks once for a whole text, and nothing that the person may not read', async () => {
    const support = await joinConsole(browser, stack, { ...account, role: 'support' });
    const asked: string[] = [];
    support.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.has('reference')) asked.push(`${pathname} ${searchParams.get('reference')}`);
    });
    await support.keyboard.press('Control+k');
    await support.getByRole('combobox').waitFor();
    // 20 ms pass between two keys, however slow the machine is.
    await support.clock.install();
    await support.clock.pauseAt(Date.now() + 60_000);
    for (const key of 'order-12') {
      await support.keyboard.press(key);
      await support.clock.runFor(20);
    }
    await support.clock.resume();
    await support.getByRole('option', { name: /order-12/ }).waitFor();
    expect(asked).toEqual(['/console/api/test/v1/payments order-12']);
    await support.getByRole('combobox').fill('audit');
    await support.getByRole('status').getByText('No results.').waitFor();
    await support.context().close();
  });
});
