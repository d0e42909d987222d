import {
  createClient,
  eventually,
  expectReconciled,
  startStack,
  type Answer,
  type Client,
  type Stack,
} from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROUNDS = 6;
/** On a busy machine, the commits that break may be those of single payments for some time. */
const MAX_ROUNDS = 40;
const AT_ONCE = 30;
const amount = { value: 1000, currency: 'USD' };

let stack: Stack;
let client: Client;

beforeAll(async () => {
  stack = await startStack({ worker: 0, cuttable: true });
  client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
});

afterAll(() => stack.close());

interface Outcome {
  readonly reference: string;
  readonly answer: Answer;
}

/** Creates payments concurrently, so that they share transactions, and breaks the connection of one COMMIT. */
async function createWhileOneBreaks(side: 'asked' | 'answered', reference: string): Promise<Outcome[]> {
  // The first transactions contain one payment each.
  const broken = stack.postgres.breakAt(side, 'COMMIT', 2);
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const mine = `${reference} ${n}`;
      return { reference: mine, answer: await client.post('/v1/payments', { amount, reference: mine }) };
    }),
  );
  await broken;
  await eventually(async () => expect((await client.get('/v1/payments?limit=1')).status).toBe(200));
  return outcomes;
}

/** Ids of the payments by reference. */
async function stored(): Promise<Map<string, string[]>> {
  const rows = await stack.query('SELECT reference, array_agg(id::text) AS ids FROM payments GROUP BY reference');
  return new Map(
    rows.map(({ reference, ids }) => [String(reference), (ids as string[]).map((id) => `pay_${id}`)] as const),
  );
}

describe.each([
  { side: 'asked', when: 'before it arrives', isWritten: false },
  { side: 'answered', when: 'before its response', isWritten: true },
] as const)('row 42: the connection is lost during the commit of a group, $when', ({ side, isWritten }) => {
  const outcomes: Outcome[] = [];
  let payments: Map<string, string[]>;
  let refused: Outcome[] = [];
  let rounds = 0;

  beforeAll(async () => {
    while (rounds < ROUNDS || (refused.length <= rounds && rounds < MAX_ROUNDS)) {
      outcomes.push(...(await createWhileOneBreaks(side, `${side} ${rounds}`)));
      rounds += 1;
      refused = outcomes.filter(({ answer }) => answer.status !== 201);
    }
    payments = await stored();
  }, 120_000);

  it('row 42: no payment is written twice', () => {
    for (const { reference } of outcomes) expect((payments.get(reference) ?? []).length).toBeLessThanOrEqual(1);
  });

  it('row 42: every acknowledged payment is stored', () => {
    for (const { reference, answer } of outcomes) {
      if (answer.status === 201) expect(payments.get(reference)).toEqual([answer.body['id']]);
    }
  });

  it('row 42: all others, whole groups among them, get 503, since their outcome is unknown', () => {
    expect(refused.length).toBeGreaterThan(rounds);
    for (const { answer } of refused) {
      expect(answer.body).toMatchObject({ status: 503, code: 'unavailable' });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(refused.filter(({ reference }) => payments.has(reference)).length).toBe(isWritten ? refused.length : 0);
  });

  it('row 42: a retry with the idempotency key returns the payment that was written', async () => {
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const request = { amount, reference: `keyed ${side}` };
    const broken = stack.postgres.breakAt(side, 'COMMIT');
    const first = await client.post('/v1/payments', request, options);
    await broken;
    const second = await eventually(async () => {
      const answer = await client.post('/v1/payments', request, options);
      expect(answer.status).toBe(201);
      return answer;
    });
    expect(first.status).toBe(503);
    expect(second.headers.get('idempotent-replayed')).toBe(isWritten ? 'true' : null);
    expect((await stored()).get(request.reference)).toEqual([second.body['id']]);
  });
});

it('afterwards a reconciliation of every account finds no difference', async () => {
  await stack.startWorker();
  await expectReconciled(stack);
});
