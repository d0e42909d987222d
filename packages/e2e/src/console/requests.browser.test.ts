import { eventually } from '@svc/testing';
import type { Answer, Page } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { account, browser, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, joinConsole } from './journey.js';

const HOSTILE = `<img src=x onerror="document.title='run'">`;

useConsole();

const idOf = ({ headers }: Answer): string => headers.get('request-id') ?? '';
const rows = () => page.getByRole('table', { name: 'Requests' }).getByRole('row');
const row = (id: string) => rows().filter({ has: page.getByRole('link', { name: id }) });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

/** Waits until the log has the request. */
async function logged(answer: Answer): Promise<string> {
  const id = idOf(answer);
  await eventually(async () => expect((await client.get(`/v1/requests/${id}`)).status).toBe(200));
  return id;
}

describe('the request log', () => {
  it('lists requests, keeps the filters in the address, and leads to each request', async () => {
    const paid = await client.post('/v1/payments', { amount: { value: 100, currency: 'EUR' } });
    const refused = await client.post('/v1/payments', {});
    const unknown = await client.get(`/v1/${encodeURIComponent(HOSTILE)}`);
    await Promise.all([paid, refused, unknown].map(logged));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click();
    await heading('Requests').waitFor();
    expect(await page.title()).toBe('Requests - Test - Svc Payments');
    await row(idOf(paid)).getByText('/v1/payments').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByLabel('Status').selectOption('4xx');
    await filters.getByLabel('Code').fill('validation_failed');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await row(idOf(paid)).waitFor({ state: 'detached' });
    await row(idOf(refused)).getByRole('cell', { name: '422', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=4xx&code=validation_failed');
    expect(await rows().count()).toBe(2);
    await page.reload();
    await page.getByRole('link', { name: idOf(refused) }).click();

    await heading(idOf(refused)).waitFor();
    await page.getByText('createPayment', { exact: true }).waitFor();
    const means = page.getByRole('link', { name: 'What validation_failed means' });
    expect(await means.getAttribute('href')).toBe('/errors/validation_failed');
    expect(await page.getByRole('link', { name: /^key_\d+$/ }).getAttribute('href')).toMatch(/\/test\/keys\/key_\d+$/);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto(`${stack.apiUrl}/console/test/requests/${idOf(unknown)}`);
    await page.getByText('No operation has this address.').waitFor();
    expect(await page.locator('main').innerHTML()).not.toContain('onerror');
  });

  it('names people, by text and never as HTML', async () => {
    const email = `${account.accountId}@example.com`;
    await stack.query(
      `UPDATE users SET name = $1 WHERE id IN (SELECT user_id FROM memberships WHERE account_id = $2)`,
      [HOSTILE, account.accountId.slice('acct_'.length)],
    );
    await page.goto(`${stack.apiUrl}/console/test/customers?email=${email}`);
    await page.getByText('Nothing matches the filters.').waitFor();
    await eventually(async () => {
      await page.goto(`${stack.apiUrl}/console/test/requests?operationId=listCustomers`);
      expect(await page.getByText(HOSTILE).first().isVisible()).toBe(true);
    });
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.locator('main').innerText()).not.toContain(email);
    await rows().getByRole('link').first().click();
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.title()).not.toBe('run');
  });

  it('is linked from a failure, for people who may read it', async () => {
    const fail = async (on: Page): Promise<string> => {
      await on.goto(`${stack.apiUrl}/console/test/payments/pay_1`);
      const alert = on.getByRole('alert');
      await alert.getByText('Request req_').waitFor();
      return /req_[0-9a-f]{32}/.exec((await alert.textContent()) ?? '')?.[0] ?? '';
    };
    const id = await fail(page);
    forgetErrors(/./);
    await eventually(async () => expect((await client.get(`/v1/requests/${id}`)).status).toBe(200));
    await page.getByRole('alert').getByRole('link', { name: id }).click();
    await heading(id).waitFor();
    await page.getByText('/v1/payments/{paymentId}', { exact: true }).waitFor();
    await page.getByText('not_found', { exact: true }).waitFor();

    const viewer = await joinConsole(browser, stack, { ...account, role: 'viewer' });
    await fail(viewer);
    expect(await viewer.getByRole('alert').getByRole('link').count()).toBe(0);
    const navigation = viewer.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link', { name: 'Requests' }).count()).toBe(0);
    await viewer.context().close();
  });

  it('says that a request is not in the log, without a link to one that is not either', async () => {
    const id = `req_${'0'.repeat(32)}`;
    await page.goto(`${stack.apiUrl}/console/test/requests/${id}`);
    await page.getByRole('alert').getByText(`There is no request ${id} in the log.`).waitFor();
    expect(await page.getByRole('alert').getByRole('link').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    forgetErrors(/./);
  });
});
