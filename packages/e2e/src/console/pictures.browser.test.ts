import { writeFile } from 'node:fs/promises';
import { createClient, errorsOf, eventually, startReceiver } from '@svc/testing';
import type { Account, Client, Page, Receiver } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';
import { joinConsole } from './journey.js';
import { copyPayments } from './payment-copies.js';

/** `npm run console:pictures` writes them for the documentation. */
const FOLDER =
  process.env['SVC_PICTURES'] === undefined ? undefined : new URL('../../../../docs/pictures/', import.meta.url);
const MAX_BYTES = 1_000_000;
const DAY = 1440;

useBrowser({ own: true, env: { WEBHOOK_RETRY_DELAYS: '1s,2s' } });

let receiver: Receiver;
let account: Account;
let client: Client;
let page: Page;
let errors: string[];
let pictures: Map<string, Buffer>;

beforeAll(async () => {
  receiver = await startReceiver();
  account = await stack.createAccount();
  client = createClient(stack.apiUrl, account.testKey);
  page = await joinConsole(browser, stack, account);
  errors = errorsOf(page);
  pictures = new Map();
});

afterAll(() => receiver.close());

async function made(path: string, body: object): Promise<string> {
  const answer = await client.post(path, body);
  expect(answer.status).toBeLessThan(300);
  return String(answer.body['id']);
}

const pay = (value: number, currency: string, reference: string, sandbox: string): Promise<string> =>
  made('/v1/payments?wait=10', {
    amount: { value, currency },
    reference,
    customer: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' },
    metadata: { sandbox },
  });

/** Moments at which shops sell: more on some days than on others. */
function salesOf(seed: number, aDay: number): number[] {
  return Array.from({ length: 29 }, (_, day) => day + 1).flatMap((day) => {
    const count = aDay + ((day * 7 + seed * 3) % 5) + (day % 7 < 2 ? 0 : 2);
    return Array.from({ length: count }, (_, n) => day * DAY + seed + n * 5);
  });
}

/** The figures that workers would have counted at the time of the copies. */
async function countCopies(): Promise<void> {
  await stack.query(
    `INSERT INTO payment_rollups (environment_id, bucket, currency, count, completed, failed, gross)
     SELECT environment_id, date_bin('15 minutes', id_time(id), '2025-01-01T00:00:00Z'), currency, count(*),
            count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'failed'),
            coalesce(sum(amount_value) FILTER (WHERE status = 'completed'), 0)
       FROM payments WHERE id_time(id) < now() - interval '12 hours' GROUP BY 1, 2, 3`,
  );
}

/** Opens a page, waits for a text on it, and takes its picture. */
async function take(name: string, path: string, text: string | RegExp): Promise<void> {
  await page.goto(`${stack.apiUrl}/console/test/${path}`);
  await page.getByRole('main').getByText(text).first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  pictures.set(name, Buffer.from(data, 'base64'));
}

describe('pictures of ten pages', () => {
  it('show a shop that sells, and are small', async ({ annotate }) => {
    const security = { approvalThresholds: [{ value: 90_000, currency: 'EUR' }], approvalsBySomeoneElse: true };
    await client.send('PATCH', '/v1/security/config', security, { headers: { 'if-match': '*' } });
    receiver.respond('/orders', 503);
    const webhook = await made('/v1/webhooks', { url: `${receiver.url}/orders`, events: ['payment.completed'] });
    await made('/v1/webhooks', { url: `${receiver.url}/shop`, events: ['*'] });
    const sold = await pay(4990, 'EUR', 'order-2041', 'approve');
    const declined = await pay(12_900, 'EUR', 'order-2042', 'decline:insufficient_funds');
    const abroad = await pay(1_990_000, 'HUF', 'order-2043', 'approve');
    await made('/v1/refunds', { paymentId: sold, amount: { value: 1500, currency: 'EUR' }, reason: 'Arrived broken' });
    await made('/v1/payments', { amount: { value: 250_000, currency: 'EUR' }, reference: 'order-2044' });
    await made('/v1/payments', { amount: { value: 98_000, currency: 'EUR' }, reference: 'order-2045' });
    await copyPayments(stack, [
      { of: sold, minutesAgo: salesOf(0, 6) },
      { of: declined, minutesAgo: salesOf(1, 0) },
      { of: abroad, minutesAgo: salesOf(2, 2) },
    ]);
    await countCopies();
    const deliveries = `/v1/webhooks/${webhook}/deliveries?status=failed`;
    await eventually(async () => expect((await client.get(deliveries)).body['data']).toHaveLength(2), {
      timeoutMs: 30_000,
    });
    const [delivery] = (await client.get(deliveries)).body['data'] as { id: string }[];

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await take('overview', 'overview', /^As of /);
    await take('payments', 'payments', 'order-2045');
    await take('payment', `payments/${sold}`, 'Arrived broken');
    await take('approvals', 'approvals', 'order-2044');
    await take('delivery', `webhooks/${webhook}/deliveries/${delivery?.id}`, 'Attempt 3');
    await take('events', 'events', /^evt_/);
    await take('analytics', 'analytics', /^As of /);
    await take('sandbox', 'sandbox', 'Let a month pass');
    await take('keys', 'keys', 'sk_test_');
    await take('settings', 'settings', 'Approval from');

    const sizes = [...pictures].map(([name, bytes]) => `${name} ${bytes.length}`);
    await annotate(`bytes: ${sizes.join(', ')}`);
    expect(pictures.size).toBe(10);
    expect([...pictures.values()].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_BYTES);
    expect(errors).toEqual([]);
    if (FOLDER === undefined) return;
    for (const [name, bytes] of pictures) await writeFile(new URL(`console-${name}.webp`, FOLDER), bytes);
  });
});
