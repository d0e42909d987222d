import { errorsOf, startIdentityProvider } from '@svc/testing';
import type { IdentityProvider, Page } from '@svc/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { browser, stack, useBrowser } from './console-test.js';
import { accessibilityProblems, SESSION_CACHED_MS } from './journey.js';

useBrowser({ worker: 0 });

let idp: IdentityProvider;
let url: string;
let page: Page;
let errors: string[];

beforeAll(async () => {
  idp = await startIdentityProvider();
  const { accountId } = await stack.createAccount();
  url = `http://127.0.0.1:${(await stack.startApi(idp.env({ admins: { [accountId]: 'owner' } }))).port}`;
});

beforeEach(async () => {
  idp.person = {
    sub: 'grace',
    // Other files of the same process know a person with a more usual address.
    email: 'grace@provider.example.com',
    email_verified: true,
    name: 'Grace Hopper',
    groups: ['admins'],
  };
  page = await (await browser.newContext()).newPage();
  errors = errorsOf(page);
});

afterEach(() => page.context().close());

afterAll(() => idp.close());

const signIn = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.getByRole('button', { name: 'Continue as grace' }).click();
};

it('tells invited people that the provider is the other way', async () => {
  const { accountId } = await stack.createAccount();
  const token = await stack.createConsoleLink(accountId, { email: 'new@provider.example.com', role: 'viewer' });
  await page.goto(`${url}/console/welcome#${token}`);
  await page.getByText('Do you sign in with Example Login?').waitFor();
  await page.getByLabel('Password').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const withoutPasswords = await stack.startApi({
    ...idp.env({ admins: { [accountId]: 'owner' } }),
    CONSOLE_PASSWORD: 'off',
  });
  await page.goto(`http://127.0.0.1:${withoutPasswords.port}/console/welcome#${token}`);
  await page.getByLabel('Name').fill('Grace Hopper');
  expect(await page.getByLabel('Password').count()).toBe(0);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

it('signs in at the identity provider, and confirms there without losing a form', async () => {
  await page.goto(`${url}/console/test/keys`);
  await page.getByRole('button', { name: 'Sign in with Example Login' }).waitFor();
  await page.getByLabel('Password').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const withoutSession = errors.splice(0);
  expect(withoutSession.filter((error) => !error.includes('401'))).toEqual([]);
  await signIn();
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  expect(page.url()).toBe(`${url}/console/test/keys`);
  await page.reload();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  await stack.query("UPDATE sessions SET confirmed_at = now() - interval '11 minutes'");
  await page.waitForTimeout(SESSION_CACHED_MS);
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('Order service');
  await page.getByLabel('payments:read').check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByText('Sign in to Example Login again').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Continue with Example Login' }).click(),
  ]);
  const closed = opened.waitForEvent('close');
  await opened.getByRole('button', { name: 'Continue as grace' }).click();
  await closed;
  await page.getByRole('status').getByText('The key Order service was created.').waitFor();
  // The browser reports the refusal that led to the confirmation.
  expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
});

it('signs in again in a window when the session has ended, and keeps the page', async () => {
  await page.goto(`${url}/console/sign-in?to=/test/customers`);
  await signIn();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await page.getByLabel('E-mail').fill('kept@example.com');
  await stack.query('UPDATE sessions SET ends_at = now()');
  await page.waitForTimeout(SESSION_CACHED_MS);
  await page.getByRole('link', { name: 'Payments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Sign in with Example Login' }).click(),
  ]);
  // The provider may know the person still.
  await opened
    .getByRole('button', { name: 'Continue as grace' })
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
});

it('says on the page Team that the group at the provider must go, too', async () => {
  await page.goto(`${url}/console/sign-in?to=/test/team`);
  await signIn();
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
  await page.getByRole('dialog').getByText('Also remove the group at the identity provider.').waitFor();
});

it('says in plain words what the provider or its claims refuse, and offers to start again', async () => {
  idp.person = { ...idp.person, sub: 'stranger', email: 'stranger@example.com', groups: ['others'] };
  await page.goto(`${url}/console/sign-in`);
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.getByRole('button', { name: 'Continue as stranger' }).click();
  await page.getByRole('alert').getByText('Example Login gives you no role here.').waitFor();
  // When the window gets the focus again, the answer is not sent again.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await page.waitForTimeout(500);
  expect(sent).toEqual([]);
  expect(page.url()).toBe(`${url}/console/oidc/callback`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in with Example Login' }).waitFor();
});
