import { eventually, rowId, stackWithAccount, type Answer, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account } = await stackWithAccount({ api: 2 });
const processes = stack.clients(account.testKey);

const usd = (value: number) => ({ value, currency: 'USD' });

function at(n: number): Client {
  return processes[n % processes.length] ?? expect.fail('no API runs');
}

async function paid(): Promise<string> {
  const answer = await at(0).post('/v1/payments?wait=20', { amount: usd(1000), metadata: { sandbox: 'delay:1' } });
  expect(answer.body).toMatchObject({ status: 'completed' });
  return String(answer.body['id']);
}

function refundInParallel(paymentId: string, count: number, fields: (n: number) => object): Promise<Answer[]> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return Promise.all(numbers.map((n) => at(n).post('/v1/refunds', { paymentId, ...fields(n) })));
}

function byCode(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const word = `${status} ${String(body['code'] ?? body['status'])}`;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

/** The refunded amount of the payment, and the sum of its refunds, read from Postgres. */
async function statements(paymentId: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await stack.query(
    `SELECT p.refunded_value::int AS refunded, p.version, count(r.id)::int AS refunds,
            coalesce(sum(r.amount_value) FILTER (WHERE r.status <> 'failed'), 0)::int AS taken,
            count(r.id) FILTER (WHERE r.status = 'pending')::int AS pending
       FROM payments p LEFT JOIN refunds r ON r.environment_id = p.environment_id AND r.payment_id = p.id
      WHERE p.id = $1 GROUP BY p.environment_id, p.id`,
    [rowId(paymentId)],
  );
  return row;
}

describe('row 27: 100 concurrent refunds of one payment at two API processes', () => {
  it('never exceed the payment: the others are refused with the remainder', async () => {
    const id = await paid();
    const answers = await refundInParallel(id, 100, () => ({ amount: usd(30) }));
    expect(byCode(answers)).toEqual({ '201 pending': 33, '422 refund_exceeds_refundable': 67 });
    const refused = answers.filter((answer) => answer.status === 422);
    expect(refused.map((answer) => answer.body['refundableAmount'])).toEqual(refused.map(() => usd(10)));
    // The completed payment has version 2; each of the 33 refunds has changed it once.
    expect(await statements(id)).toMatchObject({ refunded: 990, taken: 990, refunds: 33, version: 35 });
  });

  it('without an amount: one refunds everything, the others get 409', async () => {
    const id = await paid();
    const answers = await refundInParallel(id, 100, () => ({}));
    expect(byCode(answers)).toEqual({ '201 pending': 1, '409 payment_not_refundable': 99 });
    expect(await statements(id)).toMatchObject({ refunded: 1000, taken: 1000, refunds: 1 });
  });

  it('of all sizes, a third of them failing: the sums agree at every moment', async () => {
    const id = await paid();
    const failing = { metadata: { sandbox: 'decline:account_closed' } };
    // Those without an amount fail too: on a slow machine, the last of them would take what the others have given back.
    const fields = (n: number) => ({
      ...(n % 10 === 9 ? failing : { amount: usd(7 + (n % 40)) }),
      ...(n % 3 === 0 ? failing : {}),
    });
    const answers = await refundInParallel(id, 100, fields);
    expect(answers.every((answer) => [201, 409, 422].includes(answer.status))).toBe(true);
    const moments: Record<string, unknown>[] = [];
    await eventually(async () => {
      const row = (await statements(id)) ?? {};
      moments.push(row);
      expect(row['pending']).toBe(0);
    });
    expect(moments.filter(({ refunded, taken }) => refunded !== taken || Number(refunded) > 1000)).toEqual([]);
    // Exactly the amounts of failed refunds are refundable again.
    const free = 1000 - Number((await statements(id))?.['refunded']);
    expect(free).toBeGreaterThan(0);
    expect((await at(0).post('/v1/refunds', { paymentId: id, amount: usd(free + 1) })).status).toBe(422);
    expect((await at(1).post('/v1/refunds', { paymentId: id, amount: usd(free) })).status).toBe(201);
    expect(await statements(id)).toMatchObject({ refunded: 1000, taken: 1000 });
  });

  it('concurrent with edits of the payment: no update is lost', async () => {
    const id = await paid();
    const edits = Array.from({ length: 20 }, (_, n) =>
      at(n).send('PATCH', `/v1/payments/${id}`, { description: `${n}` }),
    );
    const answers = await refundInParallel(id, 40, () => ({ amount: usd(25) }));
    expect(byCode(answers)).toEqual({ '201 pending': 40 });
    expect((await Promise.all(edits)).map((answer) => answer.status)).toEqual(edits.map(() => 200));
    expect(await statements(id)).toMatchObject({ refunded: 1000, taken: 1000, version: 2 + 20 + 40 });
  });
});
