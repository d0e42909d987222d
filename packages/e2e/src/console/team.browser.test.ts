import { createClient, errorsOf, PASSWORD } from '@svc/testing';
import type { Account, Page } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';
import { accessibilityProblems, joinConsole } from './journey.js';

useBrowser({ worker: 0 });

let account: Account;
let owner: Page;

beforeEach(async () => {
  account = await stack.createAccount();
  owner = await joinConsole(browser, stack, account);
});

async function inviteSupport(): Promise<string> {
  await owner.getByRole('link', { name: 'Team' }).click();
  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByLabel('Role').selectOption('support');
  await owner.getByRole('button', { name: 'Create invitation' }).click();
  const link = await owner.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  await owner.getByRole('button', { name: 'Done' }).click();
  return link;
}

describe('the team', () => {
  it('invites a person, changes their role, which signs them out, and removes them', async () => {
    const errors = errorsOf(owner);
    const link = await inviteSupport();
    await owner.getByRole('table', { name: 'Open invitations' }).getByText('Anyone with the link').waitFor();
    expect(await accessibilityProblems(owner)).toEqual([]);

    const grace = await (await browser.newContext()).newPage();
    await grace.goto(link);
    await grace.getByLabel('Name').fill('Grace <b>Hopper</b>');
    await grace.getByLabel('E-mail').fill('grace@example.com');
    await grace.getByLabel('Password').fill(PASSWORD);
    await grace.getByRole('button', { name: 'Create account' }).click();
    await grace.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await grace.getByRole('link', { name: 'Team' }).count()).toBe(0);
    // Unlike the overview, this page sends nothing by itself.
    await grace.getByRole('link', { name: 'Customers' }).click();
    await grace.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();

    await owner.reload();
    const row = owner.getByRole('row', { name: /Grace <b>Hopper<\/b>/ });
    await row.getByRole('button', { name: /^Edit/ }).click();
    await owner.getByLabel('Role').selectOption('viewer');
    await owner.getByRole('button', { name: 'Change role' }).click();
    await owner.getByRole('status').getByText('is now viewer').waitFor();

    // The page of the member notices with the next request, keeps what it shows, and continues after the sign-in.
    await grace.getByRole('link', { name: 'Payments' }).click();
    const dialog = grace.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail').fill('grace@example.com');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await grace.getByRole('button', { name: /^Grace/ }).click();
    await grace.getByText('Role: viewer').waitFor();
    await grace.context().close();

    await row.getByRole('button', { name: /^Remove/ }).click();
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await owner.getByRole('status').getByText('was removed').waitFor();
    await owner.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: 'Live' }).click();
    await owner.getByRole('link', { name: 'Audit log' }).click();
    await owner
      .getByRole('row', { name: /member\.removed/ })
      .getByText('Ada Lovelace')
      .waitFor();
    expect(await accessibilityProblems(owner)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('shows nothing of one person to another one who signs in in place, and reads nothing meanwhile', async () => {
    const client = createClient(stack.apiUrl, account.testKey);
    const payment = await client.post('/v1/payments', { amount: { value: 1000, currency: 'EUR' } });
    const stranger = await joinConsole(browser, stack, await stack.createAccount());
    const email = await stranger.getByText(/^person\d+@example\.com$/).textContent();
    await stranger.context().close();
    await owner.getByRole('link', { name: 'Payments' }).click();
    await owner
      .getByRole('table', { name: 'Payments' })
      .getByRole('link', { name: String(payment.body['id']) })
      .click();
    await owner.getByRole('list', { name: 'Timeline' }).waitFor();
    await stack.query('UPDATE sessions SET ends_at = now() WHERE account_id = $1', [
      account.accountId.slice('acct_'.length),
    ]);
    // The payment is pending, so that its page notices that by itself.
    const dialog = owner.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor({ timeout: 20_000 });
    await owner.waitForLoadState('networkidle');
    const read: string[] = [];
    owner.on('request', (request) => read.push(request.url()));
    await owner.waitForTimeout(6_000);
    expect(read).toEqual([]);
    await dialog.getByLabel('E-mail').fill(email ?? '');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await owner.getByText(email ?? '').waitFor({ state: 'attached' });
    await owner.getByRole('link', { name: 'Payments' }).click();
    await owner.getByText('There are no payments yet.').waitFor();
  });

  it('says what is wrong when the last owner leaves', async () => {
    await owner.getByRole('link', { name: 'Team' }).click();
    await owner.getByRole('button', { name: /^Remove/ }).click();
    await owner.getByText('This is you. You are signed out, and cannot come back').waitFor();
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await owner.getByRole('alert').getByText('The account needs an owner').waitFor();
    await owner.keyboard.press('Escape');
    expect(await owner.getByRole('dialog').count()).toBe(0);
  });

  it('leads back from an address that does not exist', async () => {
    await owner.goto(`${stack.apiUrl}/console/nowhere`);
    await owner.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    const errors = errorsOf(owner);
    await owner.goto(`${stack.apiUrl}/console/nowhere/at/all`);
    await owner.getByRole('link', { name: 'Go to the overview' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('offers Approve to others than the creator of a payment, if the account asks for that', async () => {
    await stack.query(
      `INSERT INTO security_configs (environment_id, approvals_by_someone_else)
       SELECT id, true FROM environments WHERE account_id = $1 AND mode = 'test'`,
      [account.accountId.slice('acct_'.length)],
    );
    const id = await owner.evaluate<string>(`
      fetch('/console/api/test/v1/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amount: { value: 1000, currency: 'EUR' }, metadata: { sandbox: 'hold' } }),
      }).then(async (answer) => (await answer.json()).id)`);
    const actionsOf = async (page: Page): Promise<string[]> => {
      await page.goto(`${stack.apiUrl}/console/test/payments/${id}`);
      const actions = page.getByRole('group', { name: 'Actions' });
      await actions.getByRole('button', { name: 'Reject' }).waitFor();
      return actions.getByRole('button').allTextContents();
    };
    await expect.poll(() => actionsOf(owner), { timeout: 10_000 }).toEqual(['Reject', 'Cancel']);
    await owner.getByText('Someone else must approve it.').waitFor();
    expect(await accessibilityProblems(owner)).toEqual([]);
    const approver = await joinConsole(browser, stack, { accountId: account.accountId, role: 'approver' });
    expect(await actionsOf(approver)).toEqual(['Approve', 'Reject']);
    await approver.context().close();
  });
});
