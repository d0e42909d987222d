import { appCode, errorsOf, PASSWORD, steadyAppCode } from '@svc/testing';
import type { Account, Page } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';
import { accessibilityProblems, joinConsole, SESSION_CACHED_MS } from './journey.js';

useBrowser({ worker: 0 });

let account: Account;
let ada: Page;

beforeEach(async () => {
  account = await stack.createAccount();
  ada = await joinConsole(browser, stack, account);
  await openProfile();
});

async function openProfile(): Promise<void> {
  await ada.getByRole('button', { name: 'Ada Lovelace' }).click();
  await ada.getByRole('link', { name: 'Your account' }).click();
  await ada.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
}

async function emailOf(): Promise<string> {
  return (await ada.locator('dl').getByText('@example.com').textContent()) ?? '';
}

/** Signs in from another browser. */
async function signInElsewhere(email: string, password: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${stack.apiUrl}/console/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}

describe('the own account', () => {
  it('lists the sessions, ends another one, and changes the password', async () => {
    const errors = errorsOf(ada);
    const email = await emailOf();
    const other = await signInElsewhere(email, PASSWORD);
    // The overview asks by itself, and may see the end before the click.
    await other.getByRole('link', { name: 'Customers' }).click();
    await other.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    await ada.reload();
    const sessions = ada.getByRole('table', { name: 'Sessions' });
    await sessions.getByText('This session').waitFor();
    await sessions
      .getByText(/^Chrome on Linux$/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(ada)).toEqual([]);
    await sessions.getByRole('button', { name: /^End session ses_/ }).click();
    await ada.getByRole('status').getByText('The session has ended.').waitFor();
    await other.getByRole('link', { name: 'Payments' }).click();
    await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await other.context().close();

    await ada.getByRole('button', { name: 'Change password' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Change password' });
    expect(await accessibilityProblems(ada)).toEqual([]);
    const change = async (current: string): Promise<void> => {
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password').fill('another battery staple');
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password');
    await dialog.getByRole('alert').getByText('password is wrong').waitFor();
    await change(PASSWORD);
    await ada.getByRole('status').getByText('Your password was changed.').waitFor();
    await ada.getByRole('link', { name: 'Payments' }).click();
    await ada.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await (await signInElsewhere(email, 'another battery staple')).context().close();
    // The browser reports the refusal of the wrong password.
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  });

  it('sets up an authenticator app by QR code or secret, signs in with it, and removes it', async () => {
    const email = await emailOf();
    await ada.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    expect(await accessibilityProblems(ada)).toEqual([]);
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('textbox', { name: 'Code' }).fill('abc def');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').getByText('The code is wrong').waitFor();
    await steadyAppCode();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(appCode(secret, -1));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const items = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await items.first().waitFor();
    const codes = await items.allTextContents();
    expect(codes).toHaveLength(10);
    expect(await accessibilityProblems(ada)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await ada.getByText('Recovery codes left: 10.').waitFor();

    const page = await (await browser.newContext()).newPage();
    await page.goto(`${stack.apiUrl}/console/sign-in`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').waitFor();
    await page.getByLabel('E-mail').fill('other@example.com');
    expect(await page.getByLabel('Code').count()).toBe(0);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill('AAAAA-AAAAA');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The code is wrong').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Code').fill(appCode(secret));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.context().close();

    await ada.getByRole('button', { name: 'Remove authenticator app' }).click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await ada.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  });

  it('switches to another account', async () => {
    const email = await emailOf();
    const second = await stack.createAccount();
    const token = await stack.createConsoleLink(second.accountId, { email, role: 'viewer' });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${stack.apiUrl}/console/welcome#${token}`);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.context().close();
    await ada.reload();
    const accounts = ada.getByRole('table', { name: 'Accounts' });
    await accounts.getByText('This account').waitFor();
    await accounts.getByRole('button', { name: /^Switch to / }).click();
    await ada.waitForURL(/\/console\/test\/overview$/);
    await openProfile();
    await ada.locator('dl').getByText('viewer').waitFor();

    // A sign-in leads to the account that the person joined first, but not on an open page of the other one.
    await stack.query('UPDATE sessions SET ends_at = now()');
    await new Promise((resolve) => setTimeout(resolve, SESSION_CACHED_MS));
    await ada.getByRole('link', { name: 'Payments' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await ada.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await openProfile();
    await ada.locator('dl').getByText('viewer').waitFor();
  });

  it('is all that is left of a suspended account', async () => {
    const suspend = (at: string): Promise<unknown> => {
      const id = account.accountId.slice('acct_'.length);
      return stack.query(`UPDATE accounts SET suspended_at = ${at} WHERE id = $1`, [id]);
    };
    await suspend('now()');
    await new Promise((resolve) => setTimeout(resolve, SESSION_CACHED_MS));
    await ada.goto(`${stack.apiUrl}/console/live/payments`);
    await ada.getByRole('heading', { level: 1, name: 'Account suspended' }).waitFor();
    await ada.getByRole('alert').getByText('The operator has suspended this account.').waitFor();
    expect(await ada.getByRole('link', { name: 'Customers' }).count()).toBe(0);
    expect(await accessibilityProblems(ada)).toEqual([]);
    await openProfile();
    await ada.getByRole('table', { name: 'Sessions' }).getByText('This session').waitFor();
    await suspend('NULL');
    await new Promise((resolve) => setTimeout(resolve, SESSION_CACHED_MS));
    await ada.reload();
    await ada.getByRole('link', { name: 'Customers' }).click();
    await ada.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  });

  it('stays open when a request gets no answer, and asks again', async () => {
    let lost = 0;
    await ada.route('**/console/api/sessions', (route) => ((lost += 1) > 2 ? route.continue() : route.abort()));
    await ada.reload();
    await ada.getByRole('table', { name: 'Sessions' }).getByText('This session').waitFor();
    expect(lost).toBe(3);
  });

  it('asks for the password in place before a person is invited, and goes on with the form', async () => {
    await stack.query("UPDATE sessions SET confirmed_at = now() - interval '11 minutes'");
    await new Promise((resolve) => setTimeout(resolve, SESSION_CACHED_MS));
    await ada.getByRole('link', { name: 'Team' }).click();
    await ada.getByRole('button', { name: 'Invite' }).click();
    await ada.getByLabel('Role').selectOption('support');
    await ada.getByRole('button', { name: 'Create invitation' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    expect(await accessibilityProblems(ada)).toEqual([]);
    await ada.keyboard.press('Escape');
    await ada.getByRole('alert').getByText('Confirm with your password').waitFor();
    await ada.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByLabel('Password').fill('not the password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').getByText('password is wrong').waitFor();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await ada.getByRole('textbox', { name: 'Invitation link' }).waitFor();
    await ada.getByRole('button', { name: 'Done' }).click();
    await ada.getByRole('table', { name: 'Open invitations' }).getByText('support').waitFor();
  });

  it('marks what the page reads by itself, half a minute after the person did something', async () => {
    const marks: (string | undefined)[] = [];
    ada.on('request', (request) => marks.push(request.headers()['svc-console-background']));
    await ada.getByRole('link', { name: 'Payments' }).click();
    await ada.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    expect(marks.length > 0 && marks.every((mark) => mark === undefined)).toBe(true);
    await ada.clock.install();
    await ada.getByRole('link', { name: 'Overview' }).click();
    await ada.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    marks.length = 0;
    await ada.clock.fastForward(60_000);
    await expect.poll(() => marks.includes('1'), { timeout: 10_000 }).toBe(true);
    // As assistive technology presses it: without a pointer or a key.
    const asked = ada.waitForRequest('**/v1/customers*');
    await ada.getByRole('link', { name: 'Customers' }).dispatchEvent('click');
    expect((await asked).headers()['svc-console-background']).toBeUndefined();
  });
});
