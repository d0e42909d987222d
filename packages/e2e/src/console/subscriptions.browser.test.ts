import { eventually } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { button, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems } from './journey.js';

const HOSTILE = `<img src=x onerror="document.title='run'">`;

useConsole();

/** A monthly subscription of a new customer over 5.00 EUR. */
async function subscribe(more: object = {}): Promise<string> {
  const customer = await client.post('/v1/customers', { email: 'ada@example.com' });
  const terms = { customerId: customer.body['id'], amount: { value: 500, currency: 'EUR' } };
  const made = await client.post('/v1/subscriptions', { ...terms, interval: 'month', intervalCount: 1, ...more });
  return String(made.body['id']);
}

describe('subscriptions', () => {
  it('are created, renewed by the test clock, ended and cancelled', async () => {
    const customer = await client.post('/v1/customers', { email: 'ada@example.com' });
    const customerId = String(customer.body['id']);
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByText('There are no subscriptions yet').waitFor();
    expect(await page.title()).toBe('Subscriptions - Test - Svc Payments');
    expect(await accessibilityProblems(page)).toEqual([]);

    await button('Create subscription').click();
    await page.getByRole('textbox', { name: 'Customer' }).last().fill(customerId);
    await page.getByLabel('Amount').fill('10.505');
    await page.getByLabel('Description').fill(HOSTILE);
    await button('Create').click();
    await page.getByText('Enter an amount such as 10.00.').waitFor();
    await page.getByLabel('Amount').fill('1000.00');
    await page.getByLabel('Currency').selectOption('HUF');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Create').click();
    await page.getByText('1,000.00 HUF every month').waitFor();
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { body } = await client.get(`/v1/subscriptions/${id}`);
    expect(body).toMatchObject({ amount: { value: 100_000, currency: 'HUF' }, interval: 'month', customerId });
    await page.getByRole('table', { name: 'Events' }).getByText('subscription.created').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'Sandbox' }).click();
    await button('Let a month pass').click();
    await page.getByRole('status').getByText('The clock is now at').waitFor();
    await page.goto(`${stack.apiUrl}/console/test/subscriptions/${id}`);
    await page.getByRole('table', { name: 'Events' }).getByText('subscription.updated').first().waitFor();

    await button('Cancel subscription').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('status').getByText('The subscription will end.').waitFor();
    await page.getByText('at the end of the current period').waitFor();
    await button('Cancel subscription').click();
    await page.getByLabel('When').selectOption('now');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('status').getByText('The subscription was cancelled.').waitFor();
    await button('Cancel subscription').waitFor({ state: 'detached' });
    expect((await client.get(`/v1/subscriptions/${id}`)).body['status']).toBe('cancelled');
  });

  it('have more events on the next page', async () => {
    const id = await subscribe();
    expect((await client.post(`/v1/subscriptions/${id}/cancel`, {})).status).toBe(200);
    await page.goto(`${stack.apiUrl}/console/test/subscriptions/${id}?limit=1`);
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByText('subscription.cancelled').waitFor();
    for (let pages = 0; pages < 5 && (await events.getByText('subscription.created').count()) === 0; pages += 1) {
      const before = await events.innerText();
      await page.getByRole('link', { name: 'Next page' }).click();
      await eventually(async () => expect(await events.innerText()).not.toBe(before));
    }
    await events.getByText('subscription.created').waitFor();
    expect(await events.getByText('subscription.cancelled').count()).toBe(0);
    await page.getByRole('link', { name: 'First page' }).click();
    await events.getByText('subscription.cancelled').waitFor();
  });

  it('are edited, and somebody else’s change is not lost', async () => {
    const id = await subscribe({ description: 'Plan\nfor two' });
    const path = `/v1/subscriptions/${id}`;
    // The first payment changes the version, too.
    await eventually(async () => expect((await client.get(path)).body['status']).toBe('active'));
    await page.goto(`${stack.apiUrl}/console/test/subscriptions/${id}`);
    await button('Edit').click();
    await page.getByLabel('Amount').fill('7.50');
    await page.getByLabel('Unit').selectOption('year');
    await page.getByLabel('End with the current period').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect((await client.send('PATCH', path, { description: 'Gift' })).status).toBe(200);
    await button('Save').click();
    await page.getByRole('alert').getByText('Description: Plan for two, now Gift').waitFor();
    await button('Save').click();
    await page.getByRole('status').getByText('The subscription was saved.').waitFor();
    await page.getByText('7.50 EUR every year').waitFor();
    expect((await client.get(path)).body).toMatchObject({
      amount: { value: 750, currency: 'EUR' },
      interval: 'year',
      intervalCount: 1,
      description: 'Gift',
      cancelAtPeriodEnd: true,
    });
    forgetErrors(/412/);
  });

  it('follow the outcome of their payment', async () => {
    const id = await subscribe({ metadata: { sandbox: 'hold' } });
    await page.goto(`${stack.apiUrl}/console/test/subscriptions/${id}`);
    const payments = page.getByRole('table', { name: 'Payments' });
    await payments.getByText('awaiting approval').waitFor();
    const paymentId = await payments.getByRole('link').innerText();
    expect((await client.post(`/v1/payments/${paymentId}/reject`)).status).toBe(200);
    await payments.getByText('failed').waitFor();
    await page.getByRole('main').getByText('past due', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Events' }).getByText('subscription.past_due').waitFor();
  });

  it('keep their filters in the address', async () => {
    const id = await subscribe();
    await page.goto(`${stack.apiUrl}/console/test/subscriptions?status=cancelled`);
    await page.getByText('Nothing matches the filters.').waitFor();
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByLabel('Status').selectOption('active');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: id }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=active');
  });

  it('lead to their payments', async () => {
    const id = await subscribe();
    await client.post('/v1/payments', { amount: { value: 500, currency: 'EUR' } });
    const listed = await client.get(`/v1/payments?subscriptionId=${id}`);
    const ids = (listed.body['data'] as { id: string }[]).map((payment) => payment.id);
    expect(ids).toHaveLength(1);

    await page.goto(`${stack.apiUrl}/console/test/subscriptions/${id}`);
    const payments = page.getByRole('table', { name: 'Payments' }).getByRole('link');
    await payments.first().waitFor();
    expect(await payments.allTextContents()).toEqual(ids);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'All payments of this subscription' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await payments.first().waitFor();
    expect(await payments.allTextContents()).toEqual(ids);
    expect(new URL(page.url()).search).toBe(`?subscriptionId=${id}`);
  });
});
