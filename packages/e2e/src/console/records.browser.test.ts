import { eventually, storedDispute } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { account, browser, button, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, joinConsole } from './journey.js';

useConsole();

async function made(path: string, body: object): Promise<string> {
  const answer = await client.post(path, body);
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

async function madeKey(name: string): Promise<string> {
  return made('/v1/security/api-keys', { name, scopes: ['payments:read'] });
}

const amount = { value: 2500, currency: 'EUR' };

/** Opens a page by the navigation. */
async function openByNavigation(title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await page.title()).toBe(`${title} - Test - Svc Payments`);
}

describe('refunds and disputes', () => {
  it('are listed, and lead to their payment', async () => {
    const payment = await made('/v1/payments?wait=10', { amount });
    const refund = await made('/v1/refunds', {
      paymentId: payment,
      amount: { ...amount, value: 1000 },
      reason: 'Broken',
    });
    await made('/v1/refunds', { paymentId: payment, amount: { ...amount, value: 500 } });
    await openByNavigation('Refunds');
    const refunds = page.getByRole('table', { name: 'Refunds' });
    await refunds.getByText('10.00 EUR').waitFor();
    await eventually(async () => expect((await client.get(`/v1/refunds/${refund}`)).body['status']).toBe('completed'));
    await page.getByLabel('Status').selectOption('failed');
    await button('Apply').click();
    await page.getByText('Nothing matches the filters.').waitFor();
    await page.goBack();
    await refunds.getByRole('link', { name: refund }).click();
    await page.getByText('Broken').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: payment }).click();
    await page.getByRole('list', { name: 'Timeline' }).waitFor();

    const dispute = await storedDispute(stack, payment);
    await openByNavigation('Disputes');
    await page.getByRole('table', { name: 'Disputes' }).getByText('needs response').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: dispute }).click();
    await page.getByRole('heading', { level: 1, name: dispute }).waitFor();
    await page.getByRole('link', { name: payment }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const change = (set: string) =>
      stack.query(`UPDATE disputes SET ${set} WHERE id = $1`, [dispute.slice('dis_'.length)]);
    await change(`processor_url = 'https://stripe.invalid/1', evidence_due_by = '2026-12-05T23:59:59Z'`);
    await page.clock.install();
    await page.reload();
    await page.getByRole('link', { name: 'Respond at the payment processor' }).waitFor();
    await page.getByText('2026-12-05 23:59:59 UTC').first().waitFor();
    await change(`status = 'lost'`);
    // The page reads it again on its own.
    await page.clock.fastForward(31_000);
    await page.getByRole('link', { name: 'View at the payment processor' }).waitFor();
    expect(await page.getByText('Respond').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('customers', () => {
  it('are created and edited, and somebody else’s change is not lost', async () => {
    await openByNavigation('Customers');
    await button('Create').click();
    await page.getByLabel('E-mail').last().fill('ada');
    await page.getByLabel('First name').fill('Ada');
    await button('Create customer').click();
    await page.getByRole('alert').getByText('Request req_').waitFor();
    const email = page.getByRole('dialog').getByLabel('E-mail');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await email.fill('ada@example.com');
    await page.getByLabel('City').fill('London');
    await button('Create customer').click();
    await button('Edit').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const path = `/v1/customers/${id}`;
    expect((await client.get(path)).body).toMatchObject({ email: 'ada@example.com', address: { city: 'London' } });

    await button('Edit').click();
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('City').fill('');
    await client.send('PATCH', path, { phone: '+44 20 7946 0958' });
    await button('Save').click();
    await page.getByRole('alert').getByText('Phone: nothing, now +44 20 7946 0958').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).toBe('+44 20 7946 0958');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Lovelace');
    await email.fill('ada');
    await button('Save').click();
    await page.getByRole('dialog').getByText('Phone: nothing').waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('Request req_').waitFor();
    expect(await page.getByText('Phone: nothing').count()).toBe(0);
    await email.fill('ada@example.com');
    await button('Save').click();
    await page.getByRole('status').getByText('The customer was saved.').waitFor();
    const { body } = await client.get(path);
    expect(body).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', phone: '+44 20 7946 0958' });
    expect((body['address'] as { city: string | null } | null)?.city ?? null).toBeNull();
    forgetErrors(/status of 412|status of 422/);
  });

  it('have their payments and payment methods', async () => {
    const customer = await made('/v1/customers', { email: 'grace@example.com', metadata: { crm: '7' } });
    const payment = await made('/v1/payments?wait=10', { amount, customer: { id: customer } });
    const card = { type: 'card', processorToken: 'tok_1', last4: '4242', expiryMonth: 8, expiryYear: 2031 };
    await made(`/v1/customers/${customer}/payment-methods`, card);
    await openByNavigation('Customers');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await button('Apply').click();
    await page.getByRole('link', { name: customer }).click();
    await page.getByRole('table', { name: 'Payment methods' }).getByText('08/2031').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Remove card 4242').click();
    await button('Remove payment method').click();
    await page.getByText('There are no payment methods of this customer.').waitFor();
    await page.getByRole('table', { name: 'Payments', exact: true }).getByRole('link', { name: payment }).click();
    await page.getByRole('list', { name: 'Timeline' }).waitFor();
    await page.getByRole('link', { name: customer }).click();
    await page.getByRole('link', { name: 'All payments of this customer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?customerId=${customer}`);
    await page.goto(`${stack.apiUrl}/console/test/customers/${customer}`);
    await button('Delete').click();
    await page.getByRole('dialog').getByText('grace@example.com').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Delete customer').click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    expect((await client.get(`/v1/customers/${customer}`)).status).toBe(404);
    forgetErrors(/status of 404/);
  });

  it('are only shown to a person who may not change them', async () => {
    const customer = await made('/v1/customers', { email: 'grace@example.com' });
    const viewer = await joinConsole(browser, stack, { ...account, role: 'viewer' });
    await viewer.goto(`${stack.apiUrl}/console/test/customers/${customer}`);
    await viewer.getByText('grace@example.com').first().waitFor();
    expect(await viewer.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await viewer.goto(`${stack.apiUrl}/console/test/customers`);
    await viewer.getByRole('link', { name: customer }).waitFor();
    expect(await viewer.getByRole('button', { name: 'Create' }).count()).toBe(0);
    await viewer.context().close();
  });
});

describe('checkout sessions', () => {
  it('are created with a link for the customer, and ended', async () => {
    await openByNavigation('Checkout sessions');
    await button('Create').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('1000.00');
    await dialog.getByLabel('Currency').selectOption('HUF');
    await dialog.getByLabel('Success URL').fill('https://shop.example.com/paid');
    await button('Create checkout session').click();
    await page.getByRole('alert').getByText('Request req_').waitFor();
    expect(await dialog.getByLabel('Cancel URL').getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Cancel URL').fill('https://shop.example.com/cart');
    await button('Create checkout session').click();
    await button('Expire').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { body } = await client.get(`/v1/checkout-sessions/${id}`);
    expect(body).toMatchObject({ amount: { value: 100_000, currency: 'HUF' }, status: 'open' });
    await button(`Copy ${String(body['url'])}`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Expire').click();
    await button('Expire session').click();
    await page.getByRole('status').getByText('The checkout session is being expired.').waitFor();
    await eventually(async () => {
      expect((await client.get(`/v1/checkout-sessions/${id}`)).body['status']).toBe('expired');
    });
    await openByNavigation('Checkout sessions');
    await page.getByRole('table', { name: 'Checkout sessions' }).getByText('1,000.00 HUF').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    forgetErrors(/status of 422/);
  });
});

describe('processors', () => {
  it('are connected, verified and disabled, and their credentials are nowhere', async () => {
    const answers: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/console/api/')) answers.push(response.text().catch(() => ''));
    });
    await openByNavigation('Processors');
    await page.getByText('No processor is connected.').waitFor();
    await button('Connect').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('http');
    await dialog.getByLabel('Name').fill('Gateway');
    await dialog.getByLabel('Priority').fill('7');
    await dialog.getByLabel('Currencies').fill('eur usd');
    await dialog.getByLabel('URL of the gateway').fill('https://gateway.invalid');
    await dialog.getByLabel('Key of the gateway').fill('acq_console_journey');
    await button('Connect processor').click();
    await page.getByRole('alert').getByText('Request req_').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Callback secret').fill('whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=');
    await button('Connect processor').click();
    await button('Verify').click();
    await page.getByRole('alert').waitFor();
    await button('Edit').click();
    expect(await dialog.getByLabel('Currencies').inputValue()).toBe('EUR, USD');
    await dialog.getByLabel('Currencies').fill('EUR');
    await dialog.getByLabel('Largest amount').fill('ten');
    await button('Save').click();
    await dialog.getByText('Enter a whole number.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Largest amount').fill('5000');
    const secret = dialog.getByLabel('Callback secret');
    await secret.fill('whsec_BgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgY=');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await client.send('PATCH', `/v1/processors/${id}`, { priority: 8 })).status).toBe(200);
    await button('Save').click();
    await page.getByRole('alert').getByText('Priority: 7, now 8').waitFor();
    expect(await dialog.getByLabel('Priority').inputValue()).toBe('8');
    expect(await secret.inputValue()).toContain('whsec_Bg');
    await button('Save').click();
    await page.getByRole('status').getByText('The connection was saved.').waitFor();
    await button('Disable').click();
    await button('Disable connection').click();
    await page.getByRole('status').getByText('The connection was disabled.').waitFor();
    await button('Enable').waitFor();
    expect((await client.get(`/v1/processors/${id}`)).body).toMatchObject({
      name: 'Gateway',
      enabled: false,
      priority: 8,
      currencies: ['EUR'],
      amountMin: null,
      amountMax: 5000,
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await openByNavigation('Processors');
    await page.getByRole('table', { name: 'Processors' }).getByRole('link', { name: id }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: id }).click();
    await button('Delete').click();
    await button('Delete connection').click();
    await page.getByText('No processor is connected.').waitFor();
    forgetErrors(/status of 404/);
    const bodies = (await Promise.all(answers)).join('\n');
    expect(bodies).toContain(id);
    expect(bodies).not.toContain('acq_console_journey');
    expect(bodies).not.toContain('whsec_');
    forgetErrors(/status of 412|status of 422/);
  });
});

describe('the audit log', () => {
  it('shows only what matches the filters, also if one request has made several entries', async () => {
    const [first, second] = [await madeKey('First'), await madeKey('Second')];
    await stack.query(
      `INSERT INTO audit_log (environment_id, id, key_id, action, object_id, changes, request_id)
       SELECT environment_id, id_at(now()), key_id, 'api_key.updated', object_id, '{name}', request_id
         FROM audit_log WHERE object_id = $1`,
      [second],
    );
    await openByNavigation('Audit log');
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await eventually(async () => expect(await rows.filter({ hasText: second }).count()).toBe(2));
    await page.getByLabel('Object').fill(first);
    await button('Apply').click();
    await page.getByText('1 row', { exact: true }).waitFor();
    expect(await rows.filter({ hasText: second }).count()).toBe(0);
    expect(await rows.filter({ hasText: first }).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
