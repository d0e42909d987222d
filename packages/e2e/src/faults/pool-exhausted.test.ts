import {
  createClient,
  eventually,
  expectReconciled,
  startStack,
  type Answer,
  type Client,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const POOL = 2;
const amount = { value: 1000, currency: 'USD' };

let stack: Stack;
let client: Client;

beforeAll(async () => {
  stack = await startStack({ worker: 0, env: { DATABASE_POOL: String(POOL) } });
  client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
});

afterAll(() => stack.close());

/** Holds a lock in another transaction. The returned function releases it. */
async function hold(lock: string): Promise<() => Promise<void>> {
  const holder = await stack.connect();
  await holder.query('BEGIN');
  await holder.query(lock);
  return async () => {
    await holder.query('ROLLBACK');
    await holder.end();
  };
}

async function timed(asked: Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const started = performance.now();
  const answer = await asked;
  return { answer, ms: performance.now() - started };
}

describe('row 10: every connection of the pool waits for a lock of another transaction', () => {
  it('row 10: requests get 503 within seconds, most of them at once; no queue builds up', async () => {
    const created = await client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    const path = `/v1/payments/${String(created.body['id'])}`;
    const letGo = await hold('SELECT id FROM payments FOR UPDATE');

    const edits = Array.from({ length: 140 }, (_, n) =>
      timed(client.send('PATCH', path, { description: `edit ${n}` })),
    );
    const settled = await Promise.all(edits);
    await letGo();
    expect(new Set(settled.map(({ answer }) => answer.status))).toEqual(new Set([503]));
    for (const { answer } of settled) {
      expect(answer.body).toMatchObject({ code: 'unavailable' });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    // Two use a connection and 64 wait for one, each for a short time; the others are refused at once.
    const atOnce = stack.logs().filter((line) => line.includes('too many statements wait for a connection'));
    expect(atOnce.length).toBeGreaterThanOrEqual(60);
    expect(Math.max(...settled.map(({ ms }) => ms))).toBeLessThan(12_000);

    // The lock is released, and the service recovers without help.
    await eventually(async () => {
      expect((await client.send('PATCH', path, { description: 'afterwards' })).status).toBe(200);
    });
    const [row] = await stack.query('SELECT description FROM payments');
    expect(row).toEqual({ description: 'afterwards' });
  });

  it('row 10: creates that cannot be written are refused too, and none is written later', async () => {
    const email = 'held@example.com';
    const named = (reference: string): unknown => ({ amount, reference, customer: { email } });
    expect((await client.post('/v1/payments', named('before'))).status).toBe(201);
    const letGo = await hold('LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
    const creates = Array.from({ length: 100 }, (_, n) => timed(client.post('/v1/payments', named(`held ${n}`))));
    const settled = await Promise.all(creates);
    await letGo();
    expect(new Set(settled.map(({ answer }) => answer.status))).toEqual(new Set([503]));
    expect(Math.max(...settled.map(({ ms }) => ms))).toBeLessThan(12_000);
    await eventually(async () => expect((await client.post('/v1/payments', named('after'))).status).toBe(201));
    const rows = await stack.query(`SELECT reference FROM payments WHERE reference IS NOT NULL ORDER BY id`);
    expect(rows.map(({ reference }) => reference)).toEqual(['before', 'after']);
  });
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));
