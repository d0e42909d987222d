import { afterAll } from 'vitest';
import type { Client } from './client.js';
import { startStack } from './shared-stack.js';
import type { Account, Stack, StackOptions } from './stack.js';

/** Waits for what all tests of this file use, and closes it after the last one. To be called outside of hooks. */
export async function forThisFile<Resource extends { close(): Promise<void> }>(
  starting: Promise<Resource>,
): Promise<Resource> {
  const resource = await starting;
  afterAll(() => resource.close());
  return resource;
}

/** A stack for all tests of this file, with an account of the highest tier and a client with its test key. */
export async function stackWithAccount(
  options?: StackOptions,
): Promise<{ stack: Stack; account: Account; client: Client }> {
  const stack = await forThisFile(startStack(options));
  const account = await stack.createAccount('enterprise');
  return { stack, account, client: stack.client(account.testKey) };
}
