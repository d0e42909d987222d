import { describe, expect, it } from 'vitest';
import { button, client, forgetErrors, page, stack, useConsole } from './console-test.js';

const REFUNDS = '**/console/api/test/v1/refunds';

useConsole();

/** A refund of 4.00 EUR of a payment over 10.00 EUR, which the service makes, and whose answer is lost. */
async function lostRefund(): Promise<string> {
  const { body } = await client.post('/v1/payments?wait=10', { amount: { value: 1000, currency: 'EUR' } });
  const id = String(body['id']);
  await page.clock.install();
  await page.goto(`${stack.apiUrl}/console/test/payments/${id}`);
  await page.route(REFUNDS, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await refund();
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
  await page.keyboard.press('Escape');
  await page.unroute(REFUNDS);
  await page.getByText('The refund of 4.00 EUR is completed.').waitFor();
  forgetErrors(/ERR_FAILED/);
  return id;
}

async function refund(): Promise<void> {
  await button('Refund').click();
  await page.getByLabel('Amount').fill('4');
  await button('Refund 4.00 EUR').click();
}

async function refundCount(id: string): Promise<number> {
  const { body } = await client.get(`/v1/payments/${id}/refunds`);
  return (body['data'] as unknown[]).length;
}

function showAs(state: 'hidden' | 'visible'): Promise<unknown> {
  return page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
}

/** An answer to a later request shows that one which has begun in this time was noticed. */
async function passSeconds(seconds: number): Promise<void> {
  await page.clock.fastForward(1_000 * seconds);
  await page.evaluate(`fetch('${stack.apiUrl}/healthz').then(({ status }) => status)`);
}

describe('a refund whose outcome was unknown', () => {
  it('is not made again by the same refund, and the page says so', async () => {
    const id = await lostRefund();
    await refund();
    await page.getByRole('status').getByText('This refund had been made already').waitFor();
    expect(await refundCount(id)).toBe(1);
    // The person knows of it now: the same amount is another refund.
    await refund();
    await page.getByRole('status').getByText('The refund was requested.').waitFor();
    expect(await refundCount(id)).toBe(2);
  });

  it('has its payment read again every 5 seconds, but only while somebody sees the page', async () => {
    const id = await lostRefund();
    let reads = 0;
    // The last request of a read.
    page.on('request', (request) => {
      if (request.url().endsWith(`/payments/${id}/timeline`)) reads += 1;
    });
    await page.clock.fastForward(5_100);
    await expect.poll(() => reads).toBeGreaterThan(0);
    await showAs('hidden');
    // A read may have begun before.
    await passSeconds(5.1);
    const before = reads;
    for (let n = 0; n < 3; n += 1) await passSeconds(5.1);
    expect(reads).toBe(before);
    await showAs('visible');
    await expect.poll(() => reads).toBeGreaterThan(before);
  });
});
