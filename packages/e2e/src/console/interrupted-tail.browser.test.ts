import { createClient, errorsOf, type Page } from '@svc/testing';
import { expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';
import { joinConsole } from './journey.js';

useBrowser({ worker: 0, env: { EVENT_STREAM_DURATION: '500ms', EVENT_STREAM_HEARTBEAT: '200ms' } });

const isStream = (request: { url(): string }): boolean => request.url().includes('/v1/events/stream');

/** Waits for the end of a stream. A page that has read it cancels the rest, which is nothing. */
async function streamEnd(page: Page): Promise<void> {
  await Promise.race([page.waitForEvent('requestfinished', isStream), page.waitForEvent('requestfailed', isStream)]);
}

it('the live tail shows what happened while its stream was closed, even as its first event', async () => {
  const account = await stack.createAccount();
  const page = await joinConsole(browser, stack, account);
  const errors = errorsOf(page);
  await page.goto(`${stack.apiUrl}/console/test/events`);
  await page.waitForRequest(isStream);
  await streamEnd(page);
  const client = createClient(stack.apiUrl, account.testKey);
  const payment = await client.post('/v1/payments', { amount: { value: 1000, currency: 'EUR' } });
  const live = page.getByRole('list', { name: 'Live events' });
  await live.getByRole('link', { name: String(payment.body['id']) }).waitFor();
  await page.waitForRequest(isStream);
  expect(await live.getByRole('listitem').count()).toBe(1);
  expect(errors).toEqual([]);
  await page.context().close();
});
