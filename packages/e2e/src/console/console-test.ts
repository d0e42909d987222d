import { errorsOf, startBrowser, startStack } from '@svc/testing';
import type { Account, Browser, Client, Locator, Page, Stack, StackOptions } from '@svc/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { joinConsole } from './journey.js';

// What the tests of a file share.
export let browser: Browser;
export let stack: Stack;
// With useConsole, each test has an account of its own, and the console of its owner.
export let account: Account;
export let client: Client;
export let page: Page;
let errors: string[] = [];

/** Starts a browser and a stack for all tests. */
export function useBrowser(options: StackOptions = {}): void {
  beforeAll(async () => {
    [browser, stack] = await Promise.all([startBrowser(), startStack(options)]);
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
  });
}

/** Does the same, and opens the console before each test. No test may leave an error on the page. */
export function useConsole(options: StackOptions = {}): void {
  useBrowser(options);

  beforeEach(async () => {
    account = await stack.createAccount();
    client = stack.client(account.testKey);
    page = await joinConsole(browser, stack, account);
    errors = errorsOf(page);
  });

  afterEach(async () => {
    await page.context().close();
    expect(errors).toEqual([]);
  });
}

/** Forgets the errors so far that the test has caused, such as `status of 422`. */
export function forgetErrors(expected: RegExp): void {
  errors.splice(0, errors.length, ...errors.filter((error) => !expected.test(error)));
}

export function button(name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}
