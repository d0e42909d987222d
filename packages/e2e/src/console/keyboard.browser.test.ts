import type { Page } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { account, browser, button, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, focusedText, joinConsole } from './journey.js';

useConsole();

const EUR = (value: number) => ({ value, currency: 'EUR' });

async function made(path: string, content: object): Promise<string> {
  const { status, body } = await client.post(path, content);
  expect(status).toBe(201);
  return String(body['id']);
}

async function open(path: string, on: Page = page): Promise<void> {
  await on.goto(`${stack.apiUrl}/console/test/${path}`);
}

const dialog = () => page.getByRole('dialog');
const focusedLabel = () => page.evaluate('document.activeElement?.labels?.[0]?.textContent');

/** What a screen reader says after the name of the dialog. */
function description(on: Page): Promise<unknown> {
  return on.evaluate(`document.getElementById(
    document.querySelector('dialog[open]').getAttribute('aria-describedby'))?.textContent`);
}

describe('a dialog that decides about money', () => {
  it('says which payment it is, and in which mode', async () => {
    const content = { amount: EUR(999_900), reference: 'order-7', metadata: { sandbox: 'hold' } };
    const id = await made('/v1/payments', { ...content, customer: { email: 'grace@example.com' } });
    const other = await joinConsole(browser, stack, { ...account, role: 'support' });
    await open(`payments/${id}`);
    for (const name of ['Approve', 'Reject', 'Cancel']) {
      await button(name).click();
      await button(`${name} payment`).waitFor();
      expect(await description(page)).toBe(
        'A payment of 9,999.00 EUR from grace@example.com, reference order-7. Test mode: no money moves.',
      );
      await button('Close').click();
    }
    await open(`payments/${id}`, other);
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => description(other)).toContain('9,999.00 EUR');
    expect(await accessibilityProblems(other)).toEqual([]);
    await other.context().close();
    const live = await stack.client(account.liveKey).post('/v1/payments', { amount: EUR(4200) });
    await page.goto(`${stack.apiUrl}/console/live/payments/${String(live.body['id'])}`);
    await button('Approve').click();
    await button('Approve payment').waitFor();
    expect(await description(page)).toBe('A payment of 42.00 EUR. Live mode: real money.');
  });
});

it('a dialog for a subscription says what is charged now, and in which mode', async () => {
  await open('subscriptions');
  await button('Create subscription').click();
  expect(await description(page)).toBe('Test mode: no money moves. The first payment is charged at once.');
  await button('Close').click();
  const customerId = await made('/v1/customers', { email: 'grace@example.com' });
  const price = { amount: { value: 1500, currency: 'BHD' }, interval: 'week', intervalCount: 2 };
  const id = await made('/v1/subscriptions', { customerId, ...price });
  await open(`subscriptions/${id}`);
  for (const name of ['Edit', 'Cancel subscription']) {
    await button(name).click();
    expect(await description(page)).toBe(
      `A subscription of ${customerId} for 1.500 BHD every 2 weeks. Test mode: no money moves.`,
    );
    await button('Close').click();
  }
});

it('a payment that is not found may be one of the other mode, which is a link away', async () => {
  const live = await stack.client(account.liveKey).post('/v1/payments', { amount: EUR(4200) });
  const id = String(live.body['id']);
  await open(`payments/${id}`);
  await page.getByRole('alert').getByText(`There is no payment ${id}.`).waitFor();
  await page.getByRole('link', { name: 'Look for it in live mode' }).press('Enter');
  await page.getByRole('list', { name: 'Timeline' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/live/payments/${id}`);
  await expect.poll(() => focusedText(page)).toBe(id);
  forgetErrors(/status of 404/);
});

it.each(['events/evt_1', 'webhooks/wh_1', 'webhooks/wh_1/deliveries/dlv_1'])(
  'so may what is not found at %s',
  async (path) => {
    await open(path);
    await page.getByRole('link', { name: 'Look for it in live mode' }).press('Enter');
    await page.getByRole('link', { name: 'Look for it in test mode' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/live/${path}`);
    forgetErrors(/status of 404/);
  },
);

describe('the focus goes to the heading', () => {
  it('after a subscription was cancelled', async () => {
    const customerId = await made('/v1/customers', { email: 'grace@example.com' });
    const id = await made('/v1/subscriptions', { customerId, amount: EUR(900), interval: 'month', intervalCount: 1 });
    await open(`subscriptions/${id}`);
    await button('Cancel subscription').press('Enter');
    await dialog().getByLabel('When').selectOption('now');
    await dialog().getByRole('button', { name: 'Cancel subscription' }).press('Enter');
    await page.getByRole('status').getByText('The subscription was cancelled.').waitFor();
    await expect.poll(() => focusedText(page)).toBe(id);
  });

  it('after a key was revoked', async () => {
    const id = await made('/v1/security/api-keys', { name: 'Reports', scopes: ['payments:read'] });
    await open(`keys/${id}`);
    await button('Revoke').press('Enter');
    await button('Revoke key').press('Enter');
    await page.getByRole('status').getByText('The key was revoked.').waitFor();
    await expect.poll(() => focusedText(page)).toBe(id);
  });

  it('after a checkout session was expired', async () => {
    const url = 'https://example.com/';
    const id = await made('/v1/checkout-sessions', { amount: EUR(900), successUrl: url, cancelUrl: url });
    await open(`checkout-sessions/${id}`);
    await button('Expire').press('Enter');
    await button('Expire session').press('Enter');
    await button('Expire').waitFor({ state: 'detached' });
    await expect.poll(() => focusedText(page)).toBe(id);
  });
});

describe('a refused form', () => {
  it('leads to the first field that is wrong', async () => {
    await open('subscriptions');
    await button('Create subscription').click();
    await dialog().getByLabel('Customer').fill('cust_1');
    await dialog().getByRole('button', { name: 'Create' }).press('Enter');
    await dialog().getByText('Enter an amount such as 10.00.').waitFor();
    await expect.poll(focusedLabel).toBe('Amount');
    await dialog().getByLabel('Amount').fill('10');
    await dialog().getByLabel('Every').fill('0');
    await dialog().getByRole('button', { name: 'Create' }).press('Enter');
    await expect.poll(focusedLabel).toBe('Every');
    forgetErrors(/status of 422/);
  });

  it('says that nothing was done, after the session has ended', async () => {
    const { body } = await client.post('/v1/payments?wait=10', { amount: EUR(2500) });
    await open(`payments/${String(body['id'])}`);
    await button('Refund').click();
    await dialog().getByLabel('Amount').fill('1.50');
    await expect.poll(() => button('Refund 1.50 EUR').isEnabled()).toBe(true);
    await page.context().clearCookies();
    await button('Refund 1.50 EUR').press('Enter');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByText('Nothing was done, because the session had ended. Sign in, then send it again.').waitFor();
    forgetErrors(/status of 401/);
  });
});

it('what was deleted is not shown by the back button', async () => {
  const id = await made('/v1/customers', { email: 'grace@example.com', firstName: 'Grace' });
  await open(`customers/${id}`);
  await button('Delete').click();
  await button('Delete customer').click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await page.goBack();
  // First of all, its payment methods may not be found.
  await page.getByRole('alert').getByText(`There is no customer ${id}.`).first().waitFor();
  await expect.poll(() => page.getByText('grace@example.com').count()).toBe(0);
  expect(await button('Delete').count()).toBe(0);
  forgetErrors(/status of 404/);
});
