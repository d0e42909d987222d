import type { Page } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { account, browser, button, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, focusedText, joinConsole, SESSION_CACHED_MS } from './journey.js';

useConsole();

const REFUNDS = '**/console/api/test/v1/refunds';
const EVERYTHING = '**/console/api/**';
const UNKNOWN = 'It is unknown whether this was done. Sending the same again here is safe.';

const EUR = (value: number) => ({ value, currency: 'EUR' });

async function pay(value = 10_000, more: object = {}): Promise<string> {
  const { status, body } = await client.post('/v1/payments?wait=10', { amount: EUR(value), ...more });
  expect(status).toBe(201);
  return String(body['id']);
}

async function openPayment(id: string, on: Page = page): Promise<void> {
  await on.goto(`${stack.apiUrl}/console/test/payments/${id}`);
  await on.getByRole('list', { name: 'Timeline' }).waitFor();
}

async function refundsOf(id: string): Promise<number[]> {
  const { body } = await client.get(`/v1/payments/${id}/refunds`);
  return (body['data'] as { amount: { value: number } }[]).map(({ amount }) => amount.value);
}

const amount = () => page.getByLabel('Amount');
const dialogs = () => page.locator('dialog[open]');

/** Lets the next requests of a kind arrive, and loses their answers. */
async function loseAnswers(pattern: string): Promise<void> {
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'POST') return route.abort();
    await route.fetch();
    await route.abort();
  });
}

describe('after a lost answer', () => {
  it('and an outage, the same refund is made once, from another dialog and after a reload', async () => {
    const id = await pay();
    for (const isReloaded of [false, true]) {
      await openPayment(id);
      const before = (await refundsOf(id)).length;
      await button('Refund').click();
      await amount().fill('20.00');
      await expect.poll(() => button('Refund 20.00 EUR').isEnabled()).toBe(true);
      await loseAnswers(REFUNDS);
      await page.route(EVERYTHING, (route) =>
        route.request().url().endsWith('/refunds') ? route.fallback() : route.abort(),
      );
      // The payment could be read just before.
      await page.route(`**/v1/payments/${id}`, (route) => route.continue(), { times: 1 });
      await button('Refund 20.00 EUR').click();
      await page.getByRole('alert').getByText(UNKNOWN).waitFor();
      expect(await focusedText(page)).toBe('Refund 20.00 EUR');
      expect(await amount().isDisabled()).toBe(true);
      await button('Close').click();
      await page.getByRole('alert').getByText('It is unknown whether this was done: Refund 20.00 EUR.').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      // By itself, although a completed payment is not read again otherwise.
      await page
        .getByText(`${20 * (before + 1)}.00 EUR`, { exact: true })
        .first()
        .waitFor();
      if (isReloaded) await openPayment(id);
      await button('Refund').click();
      await amount().fill('20.00');
      await button('Refund 20.00 EUR').click();
      await page.getByRole('status').getByText('This refund had been made already').waitFor();
      expect(await page.getByText('It is unknown').count()).toBe(0);
      expect(await refundsOf(id)).toHaveLength(before + 1);
    }
    // What has a definite answer can be done again.
    await button('Refund').click();
    await amount().fill('20.00');
    await button('Refund 20.00 EUR').click();
    await expect.poll(() => refundsOf(id)).toEqual([2000, 2000, 2000]);
    forgetErrors(/ERR_FAILED/);
  });

  it('another amount has another key, once the page shows what has happened', async () => {
    const id = await pay();
    await openPayment(id);
    await loseAnswers(REFUNDS);
    await button('Refund').click();
    await amount().fill('20.00');
    await button('Refund 20.00 EUR').click();
    await page.getByRole('alert').getByText(UNKNOWN).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await button('Close').click();
    await page.getByText('80.00 EUR', { exact: true }).waitFor();
    await button('Refund').click();
    await page.getByRole('dialog').getByText('It is unknown whether this was done: Refund 20.00 EUR.').waitFor();
    await amount().fill('30.00');
    await button('Refund 30.00 EUR').click();
    await page.getByRole('status').getByText('The refund was requested.').waitFor();
    expect((await refundsOf(id)).toSorted()).toEqual([2000, 3000]);
    forgetErrors(/ERR_FAILED/);
  });

  it('a checkout session is created once', async () => {
    await page.goto(`${stack.apiUrl}/console/test/checkout-sessions`);
    const create = async (): Promise<void> => {
      await button('Create').click();
      await amount().fill('10.00');
      await page.getByLabel('Success URL').fill('https://example.com/done');
      await page.getByLabel('Cancel URL').fill('https://example.com/cancelled');
      await button('Create checkout session').click();
    };
    await loseAnswers('**/console/api/test/v1/checkout-sessions');
    await create();
    await page.getByRole('alert').getByText(UNKNOWN).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await button('Close').click();
    await create();
    await page.getByRole('heading', { level: 1, name: /^cs_/ }).waitFor();
    expect((await client.get('/v1/checkout-sessions')).body['data']).toHaveLength(1);
    forgetErrors(/ERR_FAILED/);
  });
});

describe('a refund', () => {
  it('fails at once while the browser is offline, and is not sent later', async () => {
    const id = await pay();
    await openPayment(id);
    await button('Refund').click();
    await expect.poll(() => button('Refund 100.00 EUR').isEnabled()).toBe(true);
    await page.context().setOffline(true);
    await button('Refund 100.00 EUR').click();
    await page.getByRole('dialog').getByRole('alert').getByText('cannot be reached').waitFor();
    await button('Close').click();
    const read = page.waitForResponse(`**/v1/payments/${id}`);
    await page.context().setOffline(false);
    await read;
    await page.getByText('cannot be reached').waitFor({ state: 'detached' });
    expect(await refundsOf(id)).toEqual([]);
    forgetErrors(/ERR_INTERNET_DISCONNECTED/);
  });

  it('is not sent before the payment was read, or if somebody else has refunded since', async () => {
    const id = await pay();
    await openPayment(id);
    let respond = (): void => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route(`**/v1/payments/${id}`, async (route) => {
      await held;
      await route.continue();
    });
    const other = { paymentId: id, amount: EUR(2000) };
    await button('Refund').click();
    await amount().fill('20.00');
    expect(await button('Refund 20.00 EUR').isEnabled()).toBe(false);
    await page.keyboard.press('Enter');
    await client.post('/v1/refunds', other);
    respond();
    await page.getByRole('alert').getByText('Refunded: nothing, now 20.00 EUR').waitFor();
    expect(await dialogs().count()).toBe(0);

    await button('Refund').click();
    await amount().fill('20.00');
    await expect.poll(() => button('Refund 20.00 EUR').isEnabled()).toBe(true);
    await client.post('/v1/refunds', other);
    await button('Refund 20.00 EUR').click();
    await page.getByRole('alert').getByText('Refunded: 20.00 EUR, now 40.00 EUR').waitFor();
    await page.getByRole('alert').getByText('Nothing was sent.').waitFor();
    expect(await refundsOf(id)).toEqual([2000, 2000]);
    await button('Refund').click();
    await amount().fill('20.00');
    await button('Refund 20.00 EUR').click();
    await expect.poll(() => refundsOf(id)).toEqual([2000, 2000, 2000]);
  });
});

describe('a dialog', () => {
  it('that must stay open survives any number of Escapes', async () => {
    const id = await pay();
    await openPayment(id);
    let respond = (): void => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route(REFUNDS, async (route) => {
      await held;
      await route.continue();
    });
    await button('Refund').click();
    const asked = page.waitForRequest(REFUNDS);
    await button('Refund 100.00 EUR').click();
    await asked;
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Escape');
    expect(await dialogs().count()).toBe(1);
    // What the browser closes opens again.
    await dialogs().evaluate('(dialog) => dialog.close()');
    await dialogs().waitFor();
    respond();
    await page.getByRole('status').getByText('The refund was requested.').waitFor();
    expect(await dialogs().count()).toBe(0);

    // A page that reads nothing by itself.
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    await stack.query('DELETE FROM sessions');
    await new Promise((resolve) => setTimeout(resolve, SESSION_CACHED_MS));
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Escape');
    expect(await dialogs().count()).toBe(1);
    forgetErrors(/status of 401/);
  });

  it('begins on the first field of the sign-in, after the session has ended on a page that was loaded with one', async () => {
    await page.goto(`${stack.apiUrl}/console/test/team`);
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    await stack.query('DELETE FROM sessions');
    await new Promise((resolve) => setTimeout(resolve, SESSION_CACHED_MS));
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).getByLabel('E-mail').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.labels?.[0]?.textContent')).toBe('E-mail');
    // A person who has begun to type stays where they are.
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.labels?.[0]?.textContent')).toBe('Password');
    expect(await accessibilityProblems(page)).toEqual([]);
    forgetErrors(/status of 401/);
  });

  it('with a secret that is shown once is only closed by Done', async () => {
    await page.goto(`${stack.apiUrl}/console/test/webhooks`);
    await button('Create webhook').click();
    await page.getByLabel('URL').fill('https://example.com/hook');
    await button('Create').click();
    await page.getByText('It is not shown again.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.getByText('It is not shown again.').count()).toBe(1);
    await button('Done').click();
    expect(await dialogs().count()).toBe(0);

    await page.getByRole('link', { name: 'Team' }).click();
    await button('Invite').click();
    await button('Create invitation').click();
    await page.getByRole('textbox', { name: 'Invitation link' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('textbox', { name: 'Invitation link' }).count()).toBe(1);
    await button('Done').click();
    expect(await dialogs().count()).toBe(0);
  });

  it('that deletes does not begin on the button that does it', async () => {
    const { body } = await client.post('/v1/customers', { email: 'buyer@example.com' });
    await page.goto(`${stack.apiUrl}/console/test/customers/${String(body['id'])}`);
    await button('Delete').click();
    await page.getByRole('dialog').waitFor();
    expect(await focusedText(page)).toBe('Delete the customer?');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await focusedText(page)).toBe('Delete');
  });
});

it('the heading has the focus after an action that was the last one', async () => {
  const id = await pay(1000, { metadata: { sandbox: 'hold' } });
  const other = await joinConsole(browser, stack, { ...account, role: 'support' });
  await openPayment(id, other);
  await other.getByRole('button', { name: 'Cancel' }).click();
  await other.getByRole('button', { name: 'Cancel payment' }).click();
  await other.getByRole('status').getByText('The cancellation was requested.').waitFor();
  await expect.poll(() => focusedText(other)).toBe(id);
  await other.context().close();
});
