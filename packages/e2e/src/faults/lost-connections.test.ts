import {
  createClient,
  eventually,
  expectReconciled,
  startReceiver,
  startStack,
  type Account,
  type Answer,
  type Client,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CREATORS = 6;
const ROUNDS = 6;
const CREATES_BETWEEN = 30;
const amount = { value: 1000, currency: 'USD' };

let receiver: Receiver;
let stack: Stack;
let account: Account;
let client: Client;

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack({
    env: {
      WEBHOOK_RETRY_DELAYS: '300ms,600ms,900ms',
      DELIVERY_LEASE: '12s',
      PAYMENT_LEASE: '5s',
      WEBHOOK_TIMEOUT: '2s',
    },
  });
  account = await stack.createAccount('enterprise');
  client = createClient(stack.apiUrl, account.testKey);
});

afterAll(async () => {
  await stack.close();
  await receiver.close();
});

/** The outcome of a create: a response, or a broken connection. */
interface Outcome {
  readonly reference: string;
  readonly answer: Answer | undefined;
}

/** Creates payments one after the other with unique references, until it is stopped. */
async function keepCreating(name: string, outcomes: Outcome[], goOn: () => boolean): Promise<void> {
  for (let n = 0; goOn(); n += 1) {
    const reference = `${name}-${n}`;
    const answer = await client.post('/v1/payments', { amount, reference }).catch(() => undefined);
    outcomes.push({ reference, answer });
  }
}

/** Terminates all sessions of the API and the worker from another connection. */
async function terminateBackends(): Promise<number> {
  const ended = await stack.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'svc-payments%'`,
  );
  return ended.length;
}

const acknowledged = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ answer }) => answer?.status === 201);

describe('row 9: Postgres repeatedly terminates every session under a load of creates', () => {
  const outcomes: Outcome[] = [];

  beforeAll(async () => {
    const webhook = { url: `${receiver.url}/lost`, events: ['payment.pending', 'payment.completed'] };
    expect((await client.post('/v1/webhooks', webhook)).status).toBe(201);
    let creating = true;
    const creators = Array.from({ length: CREATORS }, (_, n) => keepCreating(`creator-${n}`, outcomes, () => creating));
    for (let round = 0; round < ROUNDS; round += 1) {
      // It has recovered once it acknowledges again.
      const before = acknowledged(outcomes).length;
      await eventually(() => expect(acknowledged(outcomes).length).toBeGreaterThan(before + CREATES_BETWEEN));
      expect(await terminateBackends()).toBeGreaterThan(0);
    }
    const before = acknowledged(outcomes).length;
    await eventually(() => expect(acknowledged(outcomes).length).toBeGreaterThan(before + CREATES_BETWEEN));
    creating = false;
    await Promise.all(creators);
  });

  it('row 9: no process dies', () => {
    for (const handle of [...stack.api, ...stack.workers]) expect(handle.exit).toBeUndefined();
    expect(stack.logs().filter((line) => /uncaught|unhandled/i.test(line))).toEqual([]);
  });

  it('row 9: unacknowledged requests get 503 with Retry-After', () => {
    const refused = outcomes.filter(({ answer }) => answer !== undefined && answer.status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const { answer } of refused) {
      expect(answer?.body).toMatchObject({ status: 503, code: 'unavailable' });
      expect(answer?.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });

  it('row 9: no request writes more than one payment, and every acknowledged one is stored', async () => {
    const rows = await stack.query('SELECT id::text AS id, reference FROM payments');
    const references = rows.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
    const stored = new Map(rows.map(({ id, reference }) => [reference, `pay_${String(id)}`]));
    for (const { reference, answer } of acknowledged(outcomes)) expect(stored.get(reference)).toBe(answer?.body['id']);
  });

  it('row 9: every payment completes, and its events are delivered', async () => {
    await eventually(
      async () => {
        expect(await stack.query(`SELECT id FROM payments WHERE status <> 'completed'`)).toEqual([]);
        expect(await stack.query(`SELECT id FROM deliveries WHERE status <> 'delivered'`)).toEqual([]);
      },
      { timeoutMs: 40_000, intervalMs: 200 },
    );
    const arrived = new Set(
      receiver.requests.map(({ parsed }) => {
        const { type, data } = parsed as { type: string; data: { id: string } };
        return `${type} ${data.id}`;
      }),
    );
    for (const { answer } of acknowledged(outcomes)) {
      const id = String(answer?.body['id']);
      expect([...['payment.pending', 'payment.completed'].filter((type) => !arrived.has(`${type} ${id}`))]).toEqual([]);
    }
  });
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));
