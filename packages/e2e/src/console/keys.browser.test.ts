import { createClient, eventually } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { account, browser, button, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, joinConsole } from './journey.js';

useConsole();

beforeEach(async () => {
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
});

const SECRET = /sk_test_[0-9A-Za-z]{30,}/;

/** The secret in the dialog, which must leave the page and its storage with it. */
async function takeSecret(): Promise<string> {
  const secret = await page.getByRole('dialog').getByText(SECRET).innerText();
  await button('Done').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toMatch(SECRET);
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(SECRET);
  return secret;
}

const statusWith = async (secret: string): Promise<number> =>
  (await createClient(stack.apiUrl, secret).get('/v1/payments')).status;

describe('API keys', () => {
  it('are created, edited, rotated and revoked, and their secrets are shown once', async () => {
    expect(await page.title()).toBe('Keys - Test - Svc Payments');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Create key').click();
    await button('Create').click();
    await page.getByRole('alert').getByText('Request req_').waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Name').fill('Order service');
    await page.getByLabel('payments:read').check();
    await page.getByLabel('Last day').fill('2030-12-31');
    await button('Create').click();
    await page.getByRole('status').getByText('The key Order service was created.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const first = await takeSecret();
    expect(await statusWith(first)).toBe(200);
    await page.getByText('2031-01-01 00:00:00 UTC').first().waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await button('Edit').click();
    await page.getByLabel('Name').fill('Shop');
    await page.getByLabel('refunds:read').check();
    await button('Save').click();
    await page.getByRole('status').getByText('The key was saved.').waitFor();
    const path = `/v1/security/api-keys/${id}`;
    const owner = createClient(stack.apiUrl, account.testKey);
    expect((await owner.get(path)).body).toMatchObject({
      name: 'Shop',
      scopes: ['payments:read', 'refunds:read'],
      mode: 'test',
      expiresAt: '2031-01-01T00:00:00.000Z',
    });

    await button('Rotate').click();
    await page.getByLabel('Keep the old key for').selectOption('3600');
    await button('Rotate key').click();
    await page.getByRole('status').getByText('replaces the key.').waitFor();
    const second = await takeSecret();
    expect(await statusWith(first)).toBe(200);
    expect(await statusWith(second)).toBe(200);
    await button('Rotate').waitFor({ state: 'detached' });
    await button('Revoke').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Revoke key').click();
    await page.getByRole('status').getByText('The key was revoked.').waitFor();
    await eventually(async () => expect(await statusWith(first)).toBe(401));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('definition').filter({ hasText: /^key_/ }).getByRole('link').click();
    await page.getByText('Shop').first().waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('search', { name: 'Filters' }).getByLabel('Status').selectOption('revoked');
    await button('Apply').click();
    await page.getByRole('table', { name: 'Keys' }).getByRole('link', { name: id }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=revoked');
    await button('Show code').click();
    await page.getByText('/v1/security/api-keys?status=revoked&mode=test').waitFor();
    forgetErrors(/422/);
  });

  it('that have leaked stop at once, and the new secret stays until it was copied', async () => {
    await button('Create key').click();
    await page.getByLabel('Name').fill('Leaked');
    await page.getByLabel('payments:read').check();
    await button('Create').click();
    const first = await takeSecret();
    await button('Rotate').click();
    await page.getByLabel('Keep the old key for').selectOption('0');
    await button('Rotate key').click();
    await page.locator('main').getByText('expired', { exact: true }).waitFor();
    const second = await takeSecret();
    expect(await statusWith(second)).toBe(200);
    await eventually(async () => expect(await statusWith(first)).toBe(401));
    for (const name of ['Edit', 'Rotate', 'Revoke']) expect(await button(name).count()).toBe(0);

    const notice = page.getByRole('status').getByText('The key is replaced by');
    await notice.waitFor();
    await page.getByRole('definition').filter({ hasText: /^key_/ }).getByRole('link').click();
    await button('Rotate').waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('are shown in their mode, and only to those who may read them', async () => {
    await page.getByRole('table', { name: 'Keys' }).getByText('sk_test_').first().waitFor();
    await page.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: 'Live' }).click();
    await page.getByRole('table', { name: 'Keys' }).getByText('sk_live_').first().waitFor();
    expect(await page.getByText('sk_test_').count()).toBe(0);
    const finance = await joinConsole(browser, stack, { ...account, role: 'finance' });
    await finance.getByRole('link', { name: 'Keys' }).click();
    await finance.getByRole('table', { name: 'Keys' }).waitFor();
    expect(await finance.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    await finance.context().close();
    const viewer = await joinConsole(browser, stack, { ...account, role: 'viewer' });
    expect(await viewer.getByRole('link', { name: 'Keys' }).count()).toBe(0);
    await viewer.context().close();
  });
});
