import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorsOf, eventually, PASSWORD, rowId } from '@svc/testing';
import type { Page } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { account, browser, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, focusedText, joinConsole, tabTo } from './journey.js';

const HOSTILE = `it's <img src=x onerror="document.title='run'"> $(id)`;

useConsole();

async function pay(value: number, currency = 'EUR', more: object = {}): Promise<string> {
  const { status, body } = await client.post('/v1/payments?wait=10', { amount: { value, currency }, ...more });
  expect(status).toBe(201);
  return String(body['id']);
}

async function refundsOf(id: string): Promise<{ amount: object; reason: string | null }[]> {
  const { body } = await client.get(`/v1/payments/${id}/refunds`);
  return body['data'] as { amount: object; reason: string | null }[];
}

/** Makes the outcome of an operation of payments unknown. */
function doubt(ids: readonly string[], operation: 'authorize' | 'capture'): Promise<unknown> {
  const change = `UPDATE payments SET stage = 'requires_attention', operation = $2 WHERE id = ANY ($1)`;
  return stack.query(change, [ids.map(rowId), operation]);
}

async function openPayment(id: string, on = page): Promise<void> {
  await on.goto(`${stack.apiUrl}/console/test/payments/${id}`);
  await on.getByRole('list', { name: 'Timeline' }).waitFor();
}

/** Joins in another browser, by an invitation of the page Team. */
async function joinByInvitation(name: string, role: string): Promise<Page> {
  await page.getByRole('link', { name: 'Team' }).click();
  await button('Invite').click();
  await page.getByLabel('Role').selectOption(role);
  await button('Create invitation').click();
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  await button('Done').click();
  const joining = await (await browser.newContext()).newPage();
  await joining.goto(link);
  await joining.getByLabel('Name').fill(name);
  await joining.getByLabel('E-mail').fill(`invited${Date.now()}@example.com`);
  await joining.getByLabel('Password').fill(PASSWORD);
  await button('Create account', joining).click();
  await joining.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return joining;
}

/** Runs what a developer would paste into a terminal. */
async function runShell(code: string): Promise<Record<string, unknown>> {
  const env = { PATH: process.env['PATH'], SVC_API_KEY: account.testKey };
  const { stdout } = await promisify(execFile)('sh', ['-c', code], { env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });

describe('J4: a refund', () => {
  it('is made once, by keyboard alone and with a double Enter, and again by the code that is shown', async () => {
    const id = await pay(2500);
    await openPayment(id);
    await tabTo(page, 'Refund');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('25.00');
    await page.keyboard.type('10.00');
    await page.keyboard.press('Tab');
    await page.keyboard.type(HOSTILE);
    // The payment is read first.
    await expect.poll(() => button('Refund 10.00 EUR').isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The refund was requested.').waitFor();
    expect(await focusedText(page)).toBe('Refund');
    // A third press, as of a person who sees no effect.
    await page.keyboard.press('Enter');
    expect(await dialog.count()).toBe(0);
    const refund = { amount: { value: 1000, currency: 'EUR' }, reason: HOSTILE };
    expect(await refundsOf(id)).toMatchObject([refund]);
    await page.getByText('The refund of 10.00 EUR is completed.').waitFor();

    await tabTo(page, 'Show code');
    await page.keyboard.press('Enter');
    const languages = page.getByRole('tablist', { name: 'Language' }).getByRole('tab');
    expect(await languages.allTextContents()).toEqual(['curl', 'JavaScript', 'Python', 'PHP', 'Java']);
    const code = page.getByRole('tabpanel');
    expect(await runShell(await code.locator('pre').innerText())).toMatchObject(refund);
    expect(await refundsOf(id)).toMatchObject([refund, refund]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await code.innerText()).toContain('process.env.SVC_API_KEY');
    expect(await code.innerText()).not.toContain('sk_');
  });

  it('is made once when the answer is lost, and says what is wrong with an amount', async () => {
    const id = await pay(1000);
    await openPayment(id);
    const lost: string[] = [];
    await page.route('**/console/api/test/v1/refunds', async (route) => {
      await route.fetch();
      lost.push(route.request().headers()['idempotency-key'] ?? '');
      await (lost.length <= 3 ? route.abort() : route.continue());
    });
    await button('Refund').click();
    const amount = page.getByLabel('Amount');
    await amount.fill('10,5x');
    await button('Refund').last().click();
    await page.getByText('Enter an amount such as 10.00.').waitFor();
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    await amount.fill('4');
    await button('Refund 4.00 EUR').click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await button('Refund 4.00 EUR').click();
    await page.getByRole('status').getByText('The refund was requested.').waitFor();
    expect(new Set(lost).size).toBe(1);
    expect(await refundsOf(id)).toMatchObject([{ amount: { value: 400, currency: 'EUR' } }]);

    await page.unroute('**/console/api/test/v1/refunds');
    await button('Refund').click();
    await amount.fill('6.01');
    await button('Refund 6.01 EUR').click();
    await page.getByRole('alert').getByText('At most 6.00 EUR can still be refunded.').waitFor();
    await page.getByText('must be at most 6.00 EUR').waitFor();
    await page.getByRole('alert').getByText('Request req_').waitFor();
    await page.keyboard.press('Escape');
    expect(await focusedText(page)).toBe('Refund');
    forgetErrors(/ERR_FAILED|status of 422/);
  });

  it('is not made by an Enter that is held, and a double click counts once', async () => {
    const id = await pay(1000);
    await openPayment(id);
    await button('Refund').focus();
    await page.keyboard.down('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('10.00');
    await page.keyboard.press('Escape');
    expect(await refundsOf(id)).toEqual([]);
    await button('Show code').dblclick();
    expect(await button('Show code').getAttribute('aria-expanded')).toBe('true');
  });

  it('has the decimals of ISO 4217', async () => {
    const id = await pay(100_000, 'HUF');
    await openPayment(id);
    await page.getByText('1,000.00 HUF').first().waitFor();
    await button('Refund').click();
    expect(await page.getByLabel('Amount').inputValue()).toBe('1000.00');
    await button('Refund 1,000.00 HUF').click();
    await eventually(async () => expect(await refundsOf(id)).toMatchObject([{ amount: { value: 100_000 } }]));
  });
});

describe('J3: a payment that is held', () => {
  it('is approved with a reason by an invited person, and the owner who rejects it at once learns that', async () => {
    const threshold = { approvalThresholds: [{ value: 500, currency: 'EUR' }] };
    const held = await client.send('PATCH', '/v1/security/config', threshold, { headers: { 'if-match': '*' } });
    expect(held.status).toBe(200);
    const id = await pay(500);
    const other = await joinByInvitation('Grace Hopper', 'approver');
    const otherErrors = errorsOf(other);
    const viewer = await joinConsole(browser, stack, { ...account, role: 'viewer' });
    await openPayment(id, viewer);
    expect(await button('Approve', viewer).count()).toBe(0);
    const approve = `fetch('/console/api/test/v1/payments/${id}/approve', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"reason":"Mine"}' }).then(({ status }) => status)`;
    expect(await viewer.evaluate(approve)).toBe(403);
    await viewer.context().close();

    await openPayment(id);
    await openPayment(id, other);
    await button('Approve', other).click();
    await button('Reject').click();
    await other.getByLabel('Reason').fill('Checked with the customer');
    await button('Approve payment', other).click();
    await other.getByRole('status').getByText('The payment was approved.').waitFor();
    await button('Reject payment').click();
    await page.getByRole('alert').getByText('Stage: awaiting approval, now').waitFor();
    await other.getByText('The payment is completed.').waitFor();
    await other.getByRole('list', { name: 'Timeline' }).getByText('Checked with the customer').waitFor();
    expect(await button('Approve', other).count()).toBe(0);
    expect(otherErrors).toEqual([]);
    await other.context().close();

    await openPayment(id);
    await page.getByRole('list', { name: 'Timeline' }).getByText('Grace Hopper').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    const entry = page.getByRole('row', { name: /payment\.approved/ });
    await entry.getByText('Grace Hopper').waitFor();
    await entry.getByText(id).waitFor();
    // The browser reports the refusal.
    forgetErrors(/status of 412/);
  });

  it('is listed under Approvals until it is decided, the oldest first', async () => {
    const held = { metadata: { sandbox: 'hold' } };
    const ids = [await pay(500, 'EUR', held), await pay(700, 'USD', held)];
    await pay(900);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals' }).click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    const links = page.getByRole('table', { name: 'Approvals' }).getByRole('link');
    await eventually(async () => expect(await links.allTextContents()).toEqual(ids));
    expect(await accessibilityProblems(page)).toEqual([]);
    await links.first().click();
    await button('Reject').click();
    await page.getByLabel('Reason').fill('Not known');
    await button('Reject payment').click();
    await page.getByRole('list', { name: 'Timeline' }).getByText('Not known').waitFor();
    await page.getByRole('link', { name: 'Approvals' }).click();
    await eventually(async () => expect(await links.allTextContents()).toEqual(ids.slice(1)));
    await client.post(`/v1/payments/${ids[1]}/cancel`);
    await page.getByText('No payments are waiting for approval.').waitFor();
  });

  it('offers a person only what the role may do', async () => {
    const id = await pay(500, 'EUR', { metadata: { sandbox: 'hold' } });
    const support = await joinConsole(browser, stack, { ...account, role: 'support' });
    await openPayment(id, support);
    expect(await support.getByRole('group', { name: 'Actions' }).getByRole('button').allTextContents()).toEqual([
      'Cancel',
    ]);
    await button('Cancel', support).click();
    await button('Cancel payment', support).click();
    await support.getByText('(cancelled)').first().waitFor();
    await support.context().close();
  });
});

describe('the page of a payment', () => {
  it('captures a part of what is held', async () => {
    const id = await pay(1000, 'EUR', { captureMethod: 'manual' });
    await openPayment(id);
    await button('Capture').click();
    expect(await page.getByLabel('Amount').inputValue()).toBe('10.00');
    await page.getByLabel('Amount').fill('6.00');
    await button('Capture 6.00 EUR').click();
    await page.getByText('The payment is completed.').waitFor();
    const { body } = await client.get(`/v1/payments/${id}`);
    expect(body).toMatchObject({ status: 'completed', capturedAmount: { value: 600, currency: 'EUR' } });
  });

  it('whose capture is in doubt is approved with what was captured, or with everything', async () => {
    const ids = [
      await pay(1000, 'EUR', { captureMethod: 'manual' }),
      await pay(1000, 'EUR', { captureMethod: 'manual' }),
    ];
    await doubt(ids, 'capture');
    await stack.query(
      `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
       SELECT environment_id, id + 1, id, 'capture', processor, 'open', now() FROM payments WHERE id = ANY ($1)`,
      [ids.map(rowId)],
    );
    const captured = [];
    for (const [id, amount] of [
      [ids[0] ?? '', '6.00'],
      [ids[1] ?? '', ''],
    ] as const) {
      await openPayment(id);
      await button('Approve').click();
      await page.getByLabel('Amount').fill('10.01');
      await button('Approve payment').click();
      await page.getByText('must be at most 10.00 EUR').waitFor();
      await page.getByLabel('Amount').fill(amount);
      await button('Approve payment').click();
      await page.getByText('The payment is completed.').waitFor();
      captured.push((await client.get(`/v1/payments/${id}`)).body['capturedAmount']);
    }
    forgetErrors(/status of 422/);
    expect(captured).toEqual([600, 1000].map((value) => ({ value, currency: 'EUR' })));
  });

  it('whose hold is in doubt is approved without an amount, which the service would refuse', async () => {
    const id = await pay(1000, 'EUR', { captureMethod: 'manual' });
    await doubt([id], 'authorize');
    await openPayment(id);
    await button('Approve').click();
    await page.getByText('did happen').waitFor();
    expect(await page.getByLabel('Amount').count()).toBe(0);
    await button('Approve payment').click();
    await page.getByRole('status').getByText('The payment was approved.').waitFor();
    expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject({ stage: 'authorized' });
  });

  it('shows hostile texts as texts, and can be used by everybody', async () => {
    const id = await pay(1000, 'EUR', {
      description: HOSTILE,
      metadata: { [HOSTILE]: HOSTILE, note: 'x'.repeat(300) },
    });
    await openPayment(id);
    expect(await page.title()).toBe(`${id} - Test - Svc Payments`);
    await page.getByText(HOSTILE).first().waitFor();
    await page.getByText('JSON').click();
    await button('Show code').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Refund').click();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is never seen under Live', async () => {
    const id = await pay(1000);
    await page.goto(`${stack.apiUrl}/console/test/payments`);
    await page.getByRole('link', { name: id }).waitFor();
    await button('Show code').click();
    let read = (): void => {};
    const held = new Promise<void>((resolve) => (read = resolve));
    await page.route('**/console/api/live/v1/payments**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: 'Live' }).click();
    await page.getByText('Loading', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/live/payments');
    expect(await page.getByRole('link', { name: id }).count()).toBe(0);
    expect(await button('Show code').getAttribute('aria-expanded')).toBe('false');
    read();
    await page.getByText('There are no payments yet.').waitFor();
  });

  it('is found by filters that survive a reload and Back', async () => {
    const id = await pay(1000, 'HUF', { reference: 'order-1' });
    await pay(1000, 'EUR');
    await page.goto(`${stack.apiUrl}/console/test/payments`);
    const filters = page.getByRole('search', { name: 'Filters' });
    const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row');
    await eventually(async () => expect(await rows.count()).toBe(3));
    await filters.getByLabel('Currency').selectOption('HUF');
    await filters.getByLabel('Reference').fill('order-1');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await eventually(async () => expect(await rows.count()).toBe(2));
    expect(new URL(page.url()).search).toBe('?currency=HUF&reference=order-1');
    await page.reload();
    await eventually(async () => expect(await rows.count()).toBe(2));
    expect(await filters.getByLabel('Reference').inputValue()).toBe('order-1');
    await page.getByRole('link', { name: id }).click();
    await page.getByRole('list', { name: 'Timeline' }).waitFor();
    await page.goBack();
    await eventually(async () => expect(await rows.count()).toBe(2));
    expect(await filters.getByLabel('Currency').inputValue()).toBe('HUF');
    await page.goBack();
    await eventually(async () => expect(await rows.count()).toBe(3));
  });
});
