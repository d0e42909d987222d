import { PASSWORD } from '@svc/testing';
import type { Account, Locator, Page } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';
import { accessibilityProblems, joinConsole } from './journey.js';

useBrowser({ worker: 0 });

let first: Account;
let second: Account;
let page: Page;

beforeEach(async () => {
  [first, second] = [await stack.createAccount(), await stack.createAccount()];
  page = await joinConsole(browser, stack, first);
});

const TITLE = 'The session of this browser has changed';

/** Uses a sign-in link in another tab of the browser of the page. */
async function joinInAnotherTab(name: string, email: string): Promise<Page> {
  const token = await stack.createConsoleLink(second.accountId, { email, role: 'developer' });
  const tab = await page.context().newPage();
  await tab.goto(`${stack.apiUrl}/console/welcome#${token}`);
  await tab.getByLabel('Name').fill(name);
  await tab.getByLabel('Password').fill(PASSWORD);
  await tab.getByRole('button', { name: 'Create account' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return tab;
}

const form = (): Locator => page.getByRole('dialog', { name: 'Create a customer' });

/** How many customers the two accounts have. */
async function customers(): Promise<unknown> {
  const [row] = await stack.query(
    `SELECT count(*)::int AS count FROM customers c JOIN environments e ON e.id = c.environment_id
      WHERE e.account_id = ANY($1)`,
    [[first, second].map(({ accountId }) => accountId.slice('acct_'.length))],
  );
  return row?.['count'];
}

describe('two tabs of a browser', () => {
  it('do not write into the account that the other one has switched to, and say so at once', async () => {
    const email = (await page.getByText(/^person\d+@example\.com$/).textContent()) ?? '';
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await form().getByLabel('E-mail').fill('buyer@example.com');
    const tab = await joinInAnotherTab('Ada Lovelace', email);
    const dialog = page.getByRole('dialog', { name: TITLE });
    await dialog.getByText('Another tab has switched to the account').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await form().getByLabel('E-mail').inputValue()).toBe('buyer@example.com');
    await form().getByRole('button', { name: 'Create customer' }).click();
    await dialog.waitFor();
    expect(await customers()).toBe(0);
    await dialog.getByRole('button', { name: 'Load again' }).click();
    await page.getByText('Role: developer').waitFor({ state: 'attached' });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await tab.close();
  });

  it('are refused by the service, also if the tabs do not hear each other', async () => {
    await page.addInitScript(
      'delete globalThis.BroadcastChannel; globalThis.BroadcastChannel = class { postMessage() {} close() {} }',
    );
    await page.goto(`${stack.apiUrl}/console/test/customers`);
    await page.getByRole('button', { name: 'Create' }).click();
    await form().getByLabel('E-mail').fill('buyer@example.com');
    // No other file uses this address. If the shared stack already knew the person, they would keep their earlier name.
    const tab = await joinInAnotherTab('Grace Hopper', 'grace@two-tabs.example');
    await form().getByRole('button', { name: 'Create customer' }).click();
    const dialog = page.getByRole('dialog', { name: TITLE });
    await dialog.getByText('Another tab has signed in as Grace Hopper').waitFor();
    expect(await customers()).toBe(0);
    await dialog.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('button', { name: 'Grace Hopper' }).waitFor();
    await tab.close();
  });
});
