import { afterAll } from 'vitest';
import type { Client } from './client.js';
import { startStack } from './shared-stack.js';
import type { Account, Stack, StackOptions } from './stack.js';

const START_MS = 120_000;

/** Waits for what all tests of this file use, and closes it after the last one. To be called outside of hooks. */
export async function forThisFile<Resource extends { close(): Promise<void> }>(
  starting: Promise<Resource>,
): Promise<Resource> {
  const resource = await inTime(starting);
  afterAll(() => resource.close());
  return resource;
}

/** Vitest limits hooks, and not what a file does when it is loaded. What starts too late is closed. */
async function inTime<Resource extends { close(): Promise<void> }>(starting: Promise<Resource>): Promise<Resource> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      void starting.then((resource) => resource.close()).catch(() => {});
      reject(new Error(`what the file uses did not start within ${START_MS} ms`));
    }, START_MS);
  });
  return Promise.race([starting, late]).finally(() => clearTimeout(timer));
}

/** A stack for all tests of this file, with an account of the highest tier and a client with its test key. */
export async function stackWithAccount(
  options?: StackOptions,
): Promise<{ stack: Stack; account: Account; client: Client }> {
  const stack = await forThisFile(startStack(options));
  const account = await stack.createAccount('enterprise');
  return { stack, account, client: stack.client(account.testKey) };
}
