import { errorsOf, eventually, PASSWORD, startReceiver } from '@svc/testing';
import type { Receiver } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems } from './journey.js';

const HOSTILE = `<img src=x onerror="document.title='run'"> ü 💥 \\u2028`;

useConsole();

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});

afterAll(() => receiver.close());

async function pay(more: object = {}): Promise<string> {
  const { status, body } = await client.post('/v1/payments?wait=10', {
    amount: { value: 1000, currency: 'EUR' },
    ...more,
  });
  expect(status).toBe(201);
  return String(body['id']);
}

async function open(path: string, on = page): Promise<void> {
  await on.goto(`${stack.apiUrl}/console/test/${path}`);
  await on.getByRole('heading', { level: 1 }).waitFor();
}

/** Rows of the live tail. */
function live(on = page) {
  return on.getByRole('list', { name: 'Live events' }).getByRole('listitem');
}

describe('events', () => {
  it('are listed by type and object, with filters in the address', async () => {
    const [first, second] = [await pay(), await pay()];
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    expect(await page.title()).toBe('Events - Test - Svc Payments');
    const table = page.getByRole('table', { name: 'Events' });
    await table.getByRole('link', { name: second }).first().waitFor();
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByLabel('Type').selectOption('payment.completed');
    await filters.getByLabel('Object').fill(first);
    await filters.getByRole('button', { name: 'Apply' }).click();
    await eventually(async () => expect(await table.getByRole('row').count()).toBe(2));
    expect(new URL(page.url()).search).toBe(`?type=payment.completed&objectId=${first}`);
    await page.reload();
    await table.getByRole('link', { name: first }).waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
    expect(await filters.getByLabel('Object').inputValue()).toBe(first);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('show exactly the bytes that were signed and delivered', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const url = `${receiver.url}/signed`;
    await client.post('/v1/webhooks', { url, events: ['payment.completed'] });
    await pay({ description: HOSTILE, metadata: { b: 1.5, a: [HOSTILE], 2: null, 1: '' } });
    const { rawBody, headers } = await receiver.waitFor(({ path }) => path === '/signed');
    const eventId = String(headers['svc-event-id']);
    await open(`events/${eventId}`);
    const shown = page.getByRole('region', { name: 'Signed bytes' });
    expect(await shown.textContent()).toBe(rawBody.toString('utf8'));
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).toBe(`${eventId} - Test - Svc Payments`);
    await page.getByRole('button', { name: 'Copy signed bytes' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(rawBody.toString('utf8'));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: /^dlv_/ }).click();
    await page.getByRole('list', { name: 'Attempts' }).getByText('answered 200').waitFor();
  });
});

it('an event with many deliveries has them on pages', async () => {
  const webhooks: string[] = [];
  for (const path of ['/one', '/two']) {
    const { body } = await client.post('/v1/webhooks', { url: receiver.url + path, events: ['payment.completed'] });
    webhooks.push(String(body['id']));
  }
  await pay();
  const { headers } = await receiver.waitFor(({ path }) => path === '/one');
  await receiver.waitFor(({ path }) => path === '/two');
  await open(`events/${String(headers['svc-event-id'])}?limit=1`);
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').last();
  const webhookOf = async (): Promise<string | undefined> => /wh_\d+/.exec(await row.innerText())?.[0];
  await row.getByText(/^wh_/).waitFor();
  const first = await webhookOf();
  await page.getByRole('link', { name: 'Next page' }).click();
  await eventually(async () => expect(new Set([first, await webhookOf()])).toEqual(new Set(webhooks)));
});

describe('the live tail', () => {
  it('shows what happens, stops at a pause, and goes on with all that happened meanwhile', async () => {
    await open('events');
    await page.getByText('Nothing has happened in Test mode').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const first = await pay();
    await live().filter({ hasText: first }).filter({ hasText: 'payment.completed' }).waitFor();
    const rows = await live().count();
    await page.getByRole('button', { name: 'Pause' }).click();
    const second = await pay();
    await page.getByText(/^Paused, \d newer$/).waitFor();
    expect(await live().count()).toBe(rows);
    await page.getByRole('button', { name: 'Continue' }).click();
    await live().filter({ hasText: second }).filter({ hasText: 'payment.completed' }).waitFor();
    await live().filter({ hasText: first }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is one stream for all tabs, which another tab continues without a gap', async () => {
    // The overview, where the console begins, reads the stream as well.
    await open('payments');
    const opened: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().includes('/events/stream')) opened.push(new URL(request.url()).pathname);
    });
    await open('events');
    await eventually(() => expect(opened).toHaveLength(1));
    const other = await page.context().newPage();
    const errorsOfOther = errorsOf(other);
    await open('events', other);
    const first = await pay();
    for (const tab of [page, other]) {
      await live(tab).filter({ hasText: first }).filter({ hasText: 'payment.completed' }).waitFor();
    }
    expect(opened).toHaveLength(1);

    await page.close();
    const second = await pay();
    await live(other).filter({ hasText: second }).filter({ hasText: 'payment.completed' }).waitFor();
    await eventually(() => expect(opened).toHaveLength(2));
    const texts = await live(other).allInnerTexts();
    expect(texts.filter((text) => text.includes(second))).toHaveLength(2);
    expect(errorsOfOther).toEqual([]);
  });

  it('ends with the session, and begins anew after signing in', async () => {
    await open('events');
    const first = await pay();
    await live().filter({ hasText: first }).first().waitFor();
    await stack.query('UPDATE sessions SET ends_at = now() WHERE account_id = $1', [
      account.accountId.slice('acct_'.length),
    ]);
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ timeout: 20_000 });
    expect(await live().count()).toBe(0);
    const email = await page.getByText(/^person\d+@example\.com$/).textContent();
    await page.getByLabel('E-mail').fill(email ?? '');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Nothing has happened in Test mode').waitFor();
    const second = await pay();
    await live().filter({ hasText: second }).first().waitFor();
    expect(await live().filter({ hasText: first }).count()).toBe(0);
    // The browser reports the refusals.
    forgetErrors(/status of 401/);
  });

  it('takes 100 events a second, keeps the newest 500, and stays usable', async () => {
    await open('events');
    await page.getByText('Nothing has happened in Test mode').waitFor();
    const filters = page.getByRole('search', { name: 'Filters' });
    const sending = Array.from({ length: 300 }, () =>
      client.post('/v1/payments', { amount: { value: 1, currency: 'EUR' } }),
    );
    const text = 'pay_123456789';
    await filters.getByLabel('Object').pressSequentially(text, { delay: 30 });
    await Promise.all(sending);
    await eventually(async () => expect(await live().count()).toBe(500), { timeoutMs: 30_000 });
    expect(await filters.getByLabel('Object').inputValue()).toBe(text);
  });
});
