import { Svc } from '@svc/sdk';
import {
  createEmptyDatabase,
  eventually,
  startReceiver,
  startStack,
  type Receiver,
  type Stack,
  type TestDatabase,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The last cell, whose environments have the largest ids. */
const CELL = '1023';
const CODE = 'GV';

let database: TestDatabase;
let receiver: Receiver;
let stack: Stack;
let svc: Svc;
let key: string;

beforeAll(async () => {
  database = await createEmptyDatabase();
  receiver = await startReceiver();
  stack = await startStack({ env: { CELL, DATABASE_URL: database.url } });
  key = (await stack.createAccount('enterprise')).testKey;
  svc = new Svc(key, { baseUrl: stack.apiUrl });
});

afterAll(async () => {
  await stack.close();
  await receiver.close();
  await database.drop();
});

describe('an installation with a CELL', () => {
  it('creates keys with the cell, by API and by command', async () => {
    const made = await svc.apiKeys.create({ name: 'Another', scopes: ['payments:read'] });
    const rotated = await svc.apiKeys.rotate(made.id);
    for (const secret of [key, made.secret, rotated.secret]) expect(secret?.slice(8, 10)).toBe(CODE);
    expect((await svc.security.me()).accountId).toBe(`acct_${1023 * 2 ** 21 + 1}`);
  });

  it('completes a payment with a customer action on a page of the cell, and delivers its events', async () => {
    await svc.webhooks.create({ url: receiver.url, events: ['payment.completed'] });
    const { id } = await svc.payments.create({
      amount: { value: 1000, currency: 'USD' },
      metadata: { sandbox: 'action' },
    });
    const page = await eventually(async () => {
      const { nextAction } = await svc.payments.retrieve(id);
      expect(nextAction).not.toBeNull();
      return nextAction?.url ?? '';
    });
    expect(page).toContain(`${stack.apiUrl}/sandbox/${CODE}/actions/`);
    expect((await fetch(page.replace(`/${CODE}/`, '/00/'))).status).toBe(404);
    expect((await fetch(page, { method: 'POST', body: 'outcome=complete' })).status).toBe(200);
    await receiver.waitFor(({ parsed }) => (parsed as { data?: { id?: string } }).data?.id === id);
  });

  it('does not start on the database of another cell, and says what to do', async () => {
    const refusal = 'CELL is 7, but the database belongs to cell 1023. Set CELL=1023, or DATABASE_URL';
    await expect(stack.startApi({ CELL: '7' })).rejects.toThrow(refusal);
    await expect(stack.startWorker({ CELL: '7' })).rejects.toThrow(refusal);
  });
});
