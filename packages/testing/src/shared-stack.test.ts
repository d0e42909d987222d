import { expect, it } from 'vitest';
import { createClient } from './client.js';
import { startStack } from './shared-stack.js';

const usual = { worker: 0 };

it('is reused by the next file, without accounts and log lines of the previous one', async () => {
  const first = await startStack(usual);
  const { testKey } = await first.createAccount();
  await createClient(first.apiUrl, testKey).get('/v1/payments');
  await first.close();
  const next = await startStack(usual);
  expect([next.apiUrl, next.accounts, next.logs()]).toEqual([first.apiUrl, [], []]);
  await next.close();
});

it('is not given to two at once, nor with other options', async () => {
  const stacks = await Promise.all([startStack(usual), startStack(usual), startStack({ ...usual, own: true })]);
  expect(new Set(stacks.map(({ apiUrl }) => apiUrl)).size).toBe(3);
  await Promise.all(stacks.map((stack) => stack.close()));
});

it('ends with a file that has stopped one of its processes', async () => {
  const first = await startStack(usual);
  const { apiUrl } = first;
  await first.killApi();
  await first.close();
  const next = await startStack(usual);
  expect(next.apiUrl).not.toBe(apiUrl);
  await next.close();
});

it('ends with a file that has damaged it, and that file fails', async () => {
  const first = await startStack(usual);
  const client = createClient(first.apiUrl, (await first.createAccount()).testKey);
  await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
  await first.query(`UPDATE payments SET status = 'completed', stage = NULL, due_at = NULL`);
  await expect(first.close()).rejects.toThrow('ledger_difference');
  const next = await startStack(usual);
  expect(next.apiUrl).not.toBe(first.apiUrl);
  await next.close();
});
