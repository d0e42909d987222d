import { accessibilityViolations, createClient, errorsOf, PASSWORD } from '@svc/testing';
import type { Account, Page } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';

useBrowser();

let account: Account;
let page: Page;
let errors: string[];
let people = 0;

beforeEach(async () => {
  account = await stack.createAccount();
  page = await (await browser.newContext()).newPage();
  errors = errorsOf(page);
});

afterEach(async () => {
  await page.context().close();
  expect(errors).toEqual([]);
});

async function openWelcome(): Promise<string> {
  const url = `${stack.apiUrl}/console/welcome#${await stack.createConsoleLink(account.accountId)}`;
  await page.goto(url);
  return url;
}

/** Signs in a new owner by the first link. Returns the e-mail address. */
async function joinAsOwner(): Promise<string> {
  const email = `owner${(people += 1)}@example.com`;
  await openWelcome();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return email;
}

describe('J1: the first start', () => {
  it('leads by the link to the overview, without a key in page, storage or traffic', async () => {
    const traffic: string[] = [];
    page.on('request', (request) => {
      traffic.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
    });
    const texts: Promise<unknown>[] = [];
    page.on('response', (response) => {
      // The live tail does not end.
      if (response.headers()['content-type']?.startsWith('text/event-stream') === true) return;
      const read = response.text().then((text) => traffic.push(text));
      texts.push(read.catch(() => undefined));
    });
    const link = await openWelcome();
    await page.getByLabel('Name').waitFor();
    expect(page.url()).toBe(`${stack.apiUrl}/console/welcome`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/test/overview');
    expect(await page.title()).toBe('Overview - Test - Svc Payments');
    expect(await accessibilityViolations(page)).toEqual([]);
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    await Promise.all(texts);
    const everything = [stored, await page.content(), ...traffic].join('\n');
    expect(everything.includes('sk_')).toBe(false);
    expect(stored).toBe('[{},{},""]');

    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await other.getByRole('alert').getByText('used').waitFor();
    await other.context().close();
  });

  it('gives a cookie that means nothing on /v1, and nothing to another site', async () => {
    await joinAsOwner();
    const cookies = await page.context().cookies(`${stack.apiUrl}/console`);
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/console' }]);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const client = createClient(stack.apiUrl);
    expect((await client.get('/v1/payments', { headers: { cookie } })).status).toBe(401);
    const headers = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const body = { amount: { value: 1, currency: 'EUR' } };
    expect((await client.post('/console/api/test/v1/payments', body, { headers })).status).toBe(403);
  });

  it('ends with sign-out, after which Back shows nothing, and begins again with the password', async () => {
    const email = await joinAsOwner();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    // The browser reports the refusals that led to the sign-in page.
    errors = errors.filter((error) => !error.includes('status of 401'));
  });

  it('leads to the page that was asked for, with its filters', async () => {
    const email = await joinAsOwner();
    await page.context().clearCookies();
    await page.goto(`${stack.apiUrl}/console/test/payments?status=failed`);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Nothing matches the filters.').waitFor();
    expect(page.url()).toBe(`${stack.apiUrl}/console/test/payments?status=failed`);
    errors = errors.filter((error) => !error.includes('status of 401'));
  });
});
