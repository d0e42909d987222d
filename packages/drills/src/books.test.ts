import {
  createClient,
  eventually,
  startReceiver,
  startStack,
  type Client,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareBooks, faultsOf, Receipts, type Books, type Known } from './books.js';

let receiver: Receiver;
let stack: Stack;
let client: Client;
let receipts: Receipts;
let known: Known;

async function pay(reference: string, body: object = {}): Promise<string> {
  const amount = { value: 1_000, currency: 'USD' };
  const payment = { amount, reference, metadata: { sandbox: 'delay:0' }, ...body };
  const { status, body: made } = await client.post('/v1/payments', payment);
  expect(status).toBe(201);
  return String(made['id']);
}

/** The books of clients who know more or less than what happened. */
function booksWith(changes: Partial<Known> & Partial<Known['acknowledged']>, received = receipts): Promise<Books> {
  const acknowledged = { ...known.acknowledged, ...changes };
  const query = stack.query.bind(stack);
  return compareBooks(query, { ...known, ...changes, acknowledged }, received);
}

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack({ own: true });
  client = createClient(stack.apiUrl, (await stack.createAccount()).testKey);
  await client.post('/v1/webhooks', { url: `${receiver.url}/books`, events: ['payment.*', 'refund.*'] });
  const paid = await pay('paid');
  const captured = await pay('captured', { captureMethod: 'manual' });
  const refund = await eventually(async () => {
    const answer = await client.post('/v1/refunds', { paymentId: paid, amount: { value: 400, currency: 'USD' } });
    expect(answer.status).toBe(201);
    return String(answer.body['id']);
  });
  await eventually(async () => expect((await client.post(`/v1/payments/${captured}/capture`)).status).toBe(200));
  receipts = new Receipts();
  await eventually(async () => {
    receipts.take(receiver.take());
    const events = await stack.query(`SELECT 'evt_' || id AS id FROM events`);
    known = {
      acknowledged: {
        payments: new Map(Object.entries({ paid, captured })),
        captures: new Set([captured]),
        refunds: new Set([refund]),
      },
      unkeyed: new Set(['paid']),
      streamed: new Map(events.map(({ id }) => [String(id), 1])),
    };
    expect(faultsOf(await booksWith({}))).toEqual([]);
  });
}, 60_000);

afterAll(async () => {
  await stack.close();
  await receiver.close();
});

describe('the books of a drill', () => {
  it('are right if everything acknowledged is there, streamed once and delivered', async () => {
    const books = await booksWith({});
    expect(books).toMatchObject({ payments: 2, unkeyedPayments: 1, refunds: 1, captures: 1, ledger: [] });
    expect(books.events).toBeGreaterThan(4);
  });

  it('find what was acknowledged and is gone', async () => {
    const changes = {
      payments: new Map([...known.acknowledged.payments, ['gone', 'pay_1']]),
      captures: new Set(['pay_2']),
      refunds: new Set(['ref_3']),
    };
    expect(faultsOf(await booksWith(changes))).toEqual([
      '1 acknowledged payments are lost: pay_1',
      '1 acknowledged captures are lost: pay_2',
      '1 acknowledged refunds are lost: ref_3',
    ]);
  });

  it('find events that were not streamed, streamed twice, or do not exist', async () => {
    const [first = '', second = '', ...others] = [...known.streamed.keys()];
    const streamed = new Map([[second, 2], ['evt_9', 1], ...others.map((id) => [id, 1] as const)]);
    expect(faultsOf(await booksWith({ streamed }))).toEqual([
      `1 events were never streamed: ${first}`,
      `1 events were streamed twice: ${second}`,
      '1 streamed events do not exist: evt_9',
    ]);
  });

  it('find events that the receiver does not have', async () => {
    const [fault] = faultsOf(await booksWith({}, new Receipts()));
    expect(fault).toMatch(/^\d+ events were not delivered: /);
  });

  it('find a payment that was written twice', async () => {
    const id = await pay('paid');
    await eventually(async () => expect((await client.get(`/v1/payments/${id}`)).body['status']).toBe('completed'));
    expect(faultsOf(await booksWith({}))).toContainEqual('1 payments exist twice: paid');
  });
});

it('a repeated delivery counts, and one with other bytes is a fault', () => {
  const own = new Receipts();
  const delivery = (text: string) => ({ headers: { 'svc-event-id': 'evt_1' }, rawBody: Buffer.from(text) });
  own.take([delivery('a'), delivery('a'), delivery('b')]);
  expect(own).toMatchObject({ repeated: 2, altered: ['evt_1 was delivered with other bytes'] });
});
