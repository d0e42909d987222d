import { answer, eventually, startReceiver } from '@svc/testing';
import type { Receiver } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems } from './journey.js';

const HOSTILE = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

useConsole({ env: { WEBHOOK_RETRY_DELAYS: '300ms,300ms,300ms' } });

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});

afterAll(() => receiver.close());

async function register(path: string): Promise<string> {
  const { status, body } = await client.post('/v1/webhooks', {
    url: receiver.url + path,
    events: ['payment.completed'],
  });
  expect(status).toBe(201);
  return String(body['id']);
}

async function pay(): Promise<void> {
  const { status } = await client.post('/v1/payments?wait=10', { amount: { value: 1000, currency: 'EUR' } });
  expect(status).toBe(201);
}

/** The only delivery to the endpoint, once it is final. */
async function finalDelivery(webhookId: string): Promise<string> {
  return eventually(async () => {
    const { body } = await client.get(`/v1/webhooks/${webhookId}/deliveries`);
    expect(body['data']).toEqual([expect.objectContaining({ nextAttemptAt: null, status: 'failed' })]);
    const [delivery] = body['data'] as { id: string }[];
    return delivery?.id ?? '';
  });
}

/** The browser reports a refused request as an error. */
function ignoreRefusal(status: number): void {
  forgetErrors(new RegExp(`status of ${status}`));
}

function button(name: string, exact = true) {
  return page.getByRole('button', { name, exact });
}

describe('J2: an endpoint that answers 500', () => {
  it('is found by its delivery, healed, sent the event again, and seen delivered without reload', async () => {
    receiver.respond('/shop', answer(500, { headers: { 'content-type': 'text/html' }, body: HOSTILE }));
    const webhookId = await register('/shop');
    await pay();
    const deliveryId = await finalDelivery(webhookId);

    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    expect(await page.title()).toBe('Webhooks - Test - Svc Payments');
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name: webhookId }).click();
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: deliveryId }).click();
    const why = page.getByRole('region', { name: 'Why did it fail' });
    await why.getByText('The endpoint answered 500.').waitFor();
    expect(await why.innerText()).toContain('send the event again');
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    expect(await attempts.count()).toBe(4);
    expect(await attempts.nth(1).innerText()).toMatch(/answered 500 in .*after a wait of/s);
    const { pathname } = new URL(page.url());
    expect(pathname).toBe(`/console/test/webhooks/${webhookId}/deliveries/${deliveryId}`);

    // The answer is text, whatever it contains.
    const shown = page.getByRole('region', { name: 'Answer to attempt 1' });
    expect(await shown.innerText()).toBe(HOSTILE);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe(`${deliveryId} - Test - Svc Payments`);
    expect(await accessibilityProblems(page)).toEqual([]);

    let loads = 0;
    page.on('load', () => (loads += 1));
    let respond = (): void => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    receiver.respond('/shop', async (response) => {
      await held;
      response.writeHead(200).end();
    });
    await button('Send again').click();
    await page.getByRole('status').getByText('The event is being sent again').waitFor();
    expect(await attempts.count()).toBe(0);
    respond();
    await page.getByRole('status').getByText('This delivery is delivered.').waitFor();
    await attempts.getByText('answered 200').waitFor();
    expect(await why.count()).toBe(0);
    expect(loads).toBe(0);
    const [failed] = receiver.ledger().values();
    expect(failed).toMatchObject({ count: 5, sameBytes: true });
  });

  it('is healed before the next attempt, whose success the open page shows by itself', async () => {
    receiver.script('/later', [503, 503, 503]);
    const webhookId = await register('/later');
    await page.goto(`${stack.apiUrl}/console/test/webhooks/${webhookId}`);
    await page.getByText('Nothing was delivered yet').waitFor();
    await pay();
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: /^dlv_/ }).click();
    await page.getByRole('list', { name: 'Attempts' }).getByText('answered 200').waitFor();
    await page.getByText('delivered', { exact: true }).first().waitFor();
  });
});

describe('webhooks', () => {
  it('are created with a secret that is shown once, tested, edited, disabled, rotated and deleted', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('There are no webhooks yet').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await button('Create webhook').click();
    await page.getByLabel('URL').fill(`${receiver.url}/made`);
    await page.getByLabel('Description').fill(HOSTILE);
    await page.getByText('Only some events').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('All events').uncheck();
    await button('Create').click();
    await page.getByRole('alert').waitFor();
    ignoreRefusal(422);
    await page.getByLabel('payment.*').check();
    await button('Create').click();
    await page.getByRole('status').getByText('was created').waitFor();
    await button('Copy secret').click();
    const secret = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(secret).toMatch(/^whsec_/);
    expect(await page.getByText(secret).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Done').click();
    await page.getByRole('heading', { level: 2, name: 'Deliveries' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByText(HOSTILE).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);

    receiver.respond('/made', answer(201, { body: HOSTILE }));
    await button('Send test').click();
    await button('Send').click();
    await page.getByRole('alert').getByText('Not delivered. The answer is 201').waitFor();
    await page.getByRole('list', { name: 'Diagnosis' }).getByText('acknowledges').waitFor();
    await page.getByText('Answer', { exact: true }).click();
    await page.getByText(HOSTILE).last().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    receiver.respond('/made', 200);
    await button('Send').click();
    await page.getByRole('status').getByText('Delivered.').waitFor();
    await button('Close').click();

    await button('Disable').click();
    await page.getByRole('status').getByText('The webhook was disabled.').waitFor();
    await button('Enable').click();
    await page.getByRole('status').getByText('The webhook was enabled.').waitFor();

    await button('Rotate secret').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Rotate').click();
    await page.getByRole('status').getByText('has a new secret').waitFor();
    await button('Done').click();
    await page.getByText('The previous secret signs until').waitFor();

    await button('Delete').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Delete webhook').click();
    await page.getByText('There are no webhooks yet').waitFor();
  });

  it('that somebody else has changed are saved only after that is seen', async () => {
    const webhookId = await register('/edited');
    await page.goto(`${stack.apiUrl}/console/test/webhooks/${webhookId}`);
    await button('Edit').click();
    await page.getByLabel('Description').fill('mine');
    const change = await client.send('PATCH', `/v1/webhooks/${webhookId}`, { url: `${receiver.url}/theirs` });
    expect(change.status).toBe(200);
    await button('Save').click();
    await page.getByRole('alert').getByText(`now ${receiver.url}/theirs`).waitFor();
    expect((await client.get(`/v1/webhooks/${webhookId}`)).body['description']).toBe(null);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Save').click();
    await page.getByRole('status').getByText('The webhook was saved.').waitFor();
    const { body } = await client.get(`/v1/webhooks/${webhookId}`);
    expect(body).toMatchObject({ url: `${receiver.url}/theirs`, description: 'mine' });
    ignoreRefusal(412);
  });

  it('keep the lines of their description', async () => {
    const webhookId = await register('/described');
    const path = `/v1/webhooks/${webhookId}`;
    expect((await client.send('PATCH', path, { description: ' Shop\r\nin Berlin' })).status).toBe(200);
    await page.goto(`${stack.apiUrl}/console/test/webhooks/${webhookId}`);
    await button('Edit').click();
    await page.getByLabel('URL').fill(`${receiver.url}/moved`);
    await button('Save').click();
    await page.getByRole('status').getByText('The webhook was saved.').waitFor();
    const saved = await client.get(path);
    expect(saved.body).toMatchObject({ url: `${receiver.url}/moved`, description: ' Shop\r\nin Berlin' });

    await button('Edit').click();
    await page.getByLabel('Description').press('ControlOrMeta+End');
    // A held key makes a line each time that it repeats.
    for (const key of ['Enter', 'Enter']) await page.keyboard.down(key);
    await page.keyboard.up('Enter');
    await page.keyboard.type('and Rome');
    await button('Save').click();
    await button('Save').waitFor({ state: 'detached' });
    const { body } = await client.get(path);
    expect(body['description']).toBe('Shop\nin Berlin\n\nand Rome');
  });

  it('get what they missed after the page has said how many deliveries that makes', async () => {
    receiver.respond('/down', 500);
    const webhookId = await register('/down');
    await pay();
    await finalDelivery(webhookId);
    await page.goto(`${stack.apiUrl}/console/test/webhooks/${webhookId}`);
    receiver.respond('/down', 200);
    await button('Replay').click();
    await page.getByRole('status').getByText('This makes 1 delivery.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('status').getByText('The replay has started.').waitFor();
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    await deliveries.getByRole('row').filter({ hasText: 'delivered' }).waitFor();
    expect(await deliveries.getByRole('row').count()).toBe(3);
    await button('Replay').click();
    await page.getByRole('status').getByText('There is nothing to replay.').waitFor();
  });

  it('keep the filters of their deliveries in the address', async () => {
    receiver.respond('/mixed', 200);
    const webhookId = await register('/mixed');
    await pay();
    await page.goto(`${stack.apiUrl}/console/test/webhooks/${webhookId}`);
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByLabel('Status').selectOption('failed');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Nothing matches the filters.').waitFor();
    expect(new URL(page.url()).search).toBe('?status=failed');
    await page.reload();
    await page.getByText('Nothing matches the filters.').waitFor();
    expect(await filters.getByLabel('Status').inputValue()).toBe('failed');
    await filters.getByLabel('Status').selectOption('delivered');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: /^dlv_/ }).waitFor();
  });

  it('are created once when the answer is lost, and stay open for an answer that is shown once', async () => {
    await page.goto(`${stack.apiUrl}/console/test/webhooks`);
    let attempts = 0;
    await page.route('**/console/api/test/v1/webhooks', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      attempts += 1;
      if (attempts > 3) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await button('Create webhook').click();
    await page.getByLabel('URL').fill(`${receiver.url}/once`);
    await button('Create').click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await button('Create').click();
    await page.getByRole('status').getByText('was created').waitFor();
    await page.getByText('Its secret cannot be shown again.').waitFor();
    expect((await client.get('/v1/webhooks')).body['data']).toHaveLength(1);
    await button('Done').click();

    let respond = (): void => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/rotate-secret', async (route) => {
      await held;
      await route.continue();
    });
    await button('Rotate secret').click();
    const asked = page.waitForRequest('**/rotate-secret');
    await button('Rotate').click();
    await asked;
    await page.keyboard.press('Escape');
    // The button says that it is disabled, and still gets presses.
    await button('Close').click({ force: true });
    respond();
    await page.getByRole('status').getByText('has a new secret').waitFor();
    forgetErrors(/ERR_FAILED/);
  });

  it('are on pages, and the last one may be gone', async () => {
    const [older, newer] = [await register('/older'), await register('/newer')];
    await page.goto(`${stack.apiUrl}/console/test/webhooks?limit=1`);
    await page.getByRole('link', { name: newer }).waitFor();
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: older }).waitFor();
    expect((await client.send('DELETE', `/v1/webhooks/${older}`)).status).toBe(204);
    await page.reload();
    await page.getByText('There is nothing on this page any more.').waitFor();
    await page.getByRole('link', { name: 'First page' }).click();
    await page.getByRole('link', { name: newer }).waitFor();
  });

  it('show their own health', async () => {
    const silent = await client.post('/v1/webhooks', { url: `${receiver.url}/silent`, events: ['refund.failed'] });
    const webhookId = await register('/well');
    await pay();
    await eventually(() => expect(receiver.requests.some(({ path }) => path === '/well')).toBe(true));
    await page.goto(`${stack.apiUrl}/console/test/webhooks/${webhookId}`);
    await page
      .getByText(/p50 .*, p95 .*, p99 /)
      .first()
      .waitFor();
    await page.goto(`${stack.apiUrl}/console/test/webhooks/${String(silent.body['id'])}`);
    await page.getByText('There were no deliveries in the last 24 hours.').waitFor();
    expect(await page.getByText(/p50 /).count()).toBe(0);
  });
});
