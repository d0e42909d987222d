import { afterEach, expect, test } from 'vitest';
import { createClient } from './client.js';
import { startReceiver } from './receiver.js';
import { Stack, startOwnStack, type StackOptions } from './stack.js';
import { eventually } from './wait.js';

const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of cleanUp.splice(0).reverse()) await close();
});

const started = (options: StackOptions = {}): Promise<Stack> => startOwnStack(options, Stack);

async function running(options?: StackOptions): Promise<Stack> {
  const stack = await started(options);
  cleanUp.push(() => stack.close());
  return stack;
}

test('an API and a worker that pay, and deliver to a receiver of this process', async () => {
  const receiver = await startReceiver();
  cleanUp.push(() => receiver.close());
  const stack = await running();
  const account = await stack.createAccount('pro');
  const client = createClient(stack.apiUrl, account.testKey);
  const webhook = { url: `${receiver.url}/hook`, events: ['payment.completed'] };
  expect((await client.post('/v1/webhooks', webhook)).status).toBe(201);
  const payment = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
  const delivered = await receiver.waitFor(({ path }) => path === '/hook');
  expect(delivered.parsed).toMatchObject({ type: 'payment.completed', data: { id: payment.body['id'] } });
});

test('stacks do not share a database', async () => {
  const [one, other] = await Promise.all([running({ worker: 0 }), running({ worker: 0 })]);
  await one.createAccount();
  expect(await one.query('SELECT id FROM accounts')).toHaveLength(1);
  expect(await other.query('SELECT id FROM accounts')).toEqual([]);
});

test('a worker can be killed, stopped and replaced', async () => {
  const stack = await running({ api: 0 });
  await stack.killWorker();
  expect(stack.workers).toHaveLength(0);
  const next = await stack.startWorker();
  await stack.stopWorker(next);
  expect(next.exit).toEqual({ code: 0, signal: null });
});

test('a process that cannot start says why before its log', async () => {
  const failed = started({ worker: 0, env: { CELL: '7' } });
  await expect(failed).rejects.toThrow(
    'api 1 ended at once with exit code 1:\nthe API could not start: CELL is 7, but the database belongs to cell 0.',
  );
});

test('closing reports a process that has died', async () => {
  const stack = await started({ worker: 0 });
  const [api] = stack.api;
  api?.signal('SIGKILL');
  await eventually(() => expect(api?.exit).toBeDefined());
  await expect(stack.close()).rejects.toThrow('api 1 ended with SIGKILL');
});

test('closing reports a response that violated the contract', async () => {
  const stack = await started({ worker: 0 });
  const client = createClient(stack.apiUrl, (await stack.createAccount()).testKey);
  await client.post('/v1/webhooks', { url: 'https://receiver.invalid/', events: ['payment.completed'] });
  await stack.query(`UPDATE webhooks SET events = '{no.such.kind}'`);
  expect((await client.get('/v1/webhooks')).status).toBe(500);
  await expect(stack.close()).rejects.toThrow('contract_violation');
});

test('closing reports a completed payment that is not in the ledger', async () => {
  const stack = await started({ worker: 0 });
  const client = createClient(stack.apiUrl, (await stack.createAccount()).testKey);
  await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
  await stack.query(`UPDATE payments SET status = 'completed', stage = NULL, due_at = NULL`);
  await expect(stack.close()).rejects.toThrow(/ledger_difference .*"recorded":"1000","posted":null/);
});

test('a failed start reports the output of the program', async () => {
  const starting = started({ worker: 0, env: { LOG_LEVEL: 'loud' } });
  await expect(starting).rejects.toThrow(/api 1 ended at once .*\n.*LOG_LEVEL/s);
});
