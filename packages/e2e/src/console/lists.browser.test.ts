import { eventually } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { button, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, focusedText } from './journey.js';

useConsole();

const open = (path: string) => page.goto(`${stack.apiUrl}/console/test/${path}`);
const filters = () => page.getByRole('search', { name: 'Filters' });
const rows = () => page.getByRole('table', { name: 'Payments', exact: true }).locator('tbody tr');
const busy = () => page.locator('main [aria-busy=true]');
const status = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

async function pay(currency: string): Promise<string> {
  const { status: code, body } = await client.post('/v1/payments?wait=10', { amount: { value: 1000, currency } });
  expect(code).toBe(201);
  return String(body['id']);
}

/** Holds the requests for addresses with this text, until the returned function is called. */
async function hold(text: string): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.href.includes(text),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  return release;
}

describe('a list', () => {
  it('says that its rows are not yet those of the filters, and keeps the focus', async () => {
    await pay('EUR');
    await open('payments?currency=EUR');
    await status('1 row').waitFor();
    expect(await busy().count()).toBe(0);
    const release = await hold('currency=JPY');
    await filters().getByLabel('Currency').selectOption('JPY');
    await button('Apply').press('Enter');
    await status('Loading').waitFor();
    await busy().waitFor();
    expect(await rows().count()).toBe(1);
    expect(await filters().getByLabel('Currency').inputValue()).toBe('JPY');
    release();
    await page.getByText('Nothing matches the filters.').waitFor();
    await status('0 rows').waitFor();
    expect(await busy().count()).toBe(0);
    expect(await focusedText(page)).toBe('Apply');
  });

  it('shows the filters of the address after Back, also those that were not applied', async () => {
    await open('payments?currency=EUR&reference=one');
    await filters().getByLabel('Currency').selectOption('JPY');
    await filters().getByLabel('Reference').fill('two');
    await button('Apply').click();
    await page.waitForURL(/reference=two/);
    await filters().getByLabel('E-mail').fill('not applied');
    await page.goBack();
    await eventually(async () => expect(await filters().getByLabel('Reference').inputValue()).toBe('one'));
    expect(await filters().getByLabel('Currency').inputValue()).toBe('EUR');
    expect(await filters().getByLabel('E-mail').inputValue()).toBe('');
  });

  it('keeps its rows and the focus when it cannot be read again', async () => {
    await open('approvals');
    await client.send(
      'PATCH',
      '/v1/security/config',
      { approvalThresholds: [{ currency: 'EUR', value: 1 }] },
      { headers: { 'if-match': '*' } },
    );
    const { body } = await client.post('/v1/payments', { amount: { value: 1000, currency: 'EUR' } });
    const id = String(body['id']);
    await link(id).waitFor();
    await link(id).focus();
    await page.route('**/console/api/test/v1/payments?**', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('alert').waitFor({ timeout: 60_000 });
    expect(await link(id).count()).toBe(1);
    expect(await focusedText(page)).toBe(id);
    await page.unrouteAll();
    await page.getByRole('alert').waitFor({ state: 'detached', timeout: 60_000 });
    forgetErrors(/status of 503/);
  });

  it('keeps the focus on its last page, and on its way back', async () => {
    const older = await pay('EUR');
    await pay('EUR');
    await open('payments?limit=1');
    await status('1 row on this page').waitFor();
    await link('Next page').press('Enter');
    await link(older).waitFor();
    expect(await focusedText(page)).toBe('Next page');
    expect(await link('Next page').getAttribute('aria-disabled')).toBe('true');
    await link('Next page').press('Enter');
    expect(await accessibilityProblems(page)).toEqual([]);
    await link('First page').press('Enter');
    await link(older).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.querySelectorAll(":scope > div table").length')).toBe(1);
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });
});

describe('a page of a list', () => {
  it('whose cursor is refused leads to the first page', async () => {
    const id = await pay('EUR');
    await open('payments?currency=EUR&cursor=damaged');
    await page.getByRole('alert').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await link('First page').click();
    await link(id).waitFor();
    expect(page.url()).toContain('currency=EUR');
    expect(page.url()).not.toContain('cursor');
    forgetErrors(/status of 400/);
  });
});

describe('a filter', () => {
  it('says which other filters it needs', async () => {
    await open('payments');
    await filters().getByLabel('Metadata').fill('order=1');
    await button('Apply').click();
    const alert = page.getByRole('alert');
    await alert.getByText('From and To must be at most 90 days apart with amount and metadata filters').waitFor();
    expect(await filters().getByText('Needs From and To, at most 90 days apart.').count()).toBe(3);
    expect(await accessibilityProblems(page)).toEqual([]);
    forgetErrors(/status of 400/);
  });

  it('marks an amount that cannot be read', async () => {
    await open('payments');
    await filters().getByLabel('Currency').selectOption('EUR');
    const from = filters().getByLabel('Amount from');
    for (const text of ['1,234.50', '10.005', '-5']) {
      await from.fill(text);
      await button('Apply').click();
      await filters().getByText('Enter an amount such as 1234.50').waitFor();
      expect(await from.getAttribute('aria-invalid')).toBe('true');
      await from.and(page.locator(':focus')).waitFor();
    }
    expect(new URL(page.url()).search).toBe('');
    expect(await accessibilityProblems(page)).toEqual([]);
    await from.fill('12.34');
    await button('Apply').click();
    await page.waitForURL(/amountMin=1234/);
    expect(await from.getAttribute('aria-invalid')).toBe('false');
    await page.getByRole('alert').waitFor();
    forgetErrors(/status of 400/);
  });

  it('with a currency that does not exist or a year of five digits breaks nothing', async () => {
    await open('payments?currency=eur&amountMin=5');
    await page.getByRole('alert').waitFor();
    expect(await filters().getByLabel('Amount from').inputValue()).toBe('5');
    await open('payments');
    expect(await filters().getByLabel('To', { exact: true }).getAttribute('max')).toBe('9999-12-30');
    forgetErrors(/status of 400/);
  });
});

it('figures say that they are not yet those of the filters', async () => {
  await open('analytics');
  await page.getByText(/^As of /).waitFor();
  const release = await hold('interval=month');
  await page.getByLabel('Interval').selectOption('month');
  await button('Apply').click();
  await status('Loading').first().waitFor();
  await busy().waitFor();
  release();
  await busy().waitFor({ state: 'detached' });
});
