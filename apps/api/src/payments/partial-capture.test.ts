import { eventually, paymentReached, problem, reconcile, rowId, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, client } = await stackWithAccount();

type Json = Record<string, unknown>;

const usd = (value: number) => ({ value, currency: 'USD' });

const reached = (id: string, state: Json) => paymentReached(client, id, state);

/** Creates a payment over 10.00 USD and waits for its hold. */
async function held(): Promise<string> {
  const request = { amount: usd(1000), captureMethod: 'manual', metadata: { sandbox: 'delay:0' } };
  const id = String((await client.post('/v1/payments', request)).body['id']);
  await reached(id, { stage: 'authorized', capturedAmount: usd(0), amountCapturable: usd(1000), captureBefore: null });
  return id;
}

function capture(id: string, amount?: Json, headers = {}): Promise<Answer> {
  return client.post(`/v1/payments/${id}/capture`, amount && { amount }, { headers });
}

async function captureValue(id: string): Promise<unknown> {
  const [payment] = await stack.query('SELECT capture_value FROM payments WHERE id = $1', [rowId(id)]);
  return payment?.['capture_value'];
}

async function bodyOf(id: string, type: string): Promise<Json> {
  const [event] = await stack.query('SELECT body FROM events WHERE object_id = $1 AND type = $2', [rowId(id), type]);
  return (JSON.parse(String(event?.['body'])) as { data: Json }).data;
}

function refund(paymentId: string, value?: number): Promise<Answer> {
  return client.post('/v1/refunds', { paymentId, ...(value === undefined ? {} : { amount: usd(value) }) });
}

describe('capturePayment with an amount', () => {
  it('200: takes this part and releases the rest; everything counts what was captured', async () => {
    const id = await held();
    const answer = await capture(id, usd(600));
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { stage: 'processing', amount: usd(1000), capturedAmount: usd(0), amountCapturable: usd(0) },
    ]);
    const taken = { amount: usd(1000), capturedAmount: usd(600), amountCapturable: usd(0), refundableAmount: usd(600) };
    await reached(id, { status: 'completed', ...taken });
    expect(await bodyOf(id, 'payment.completed')).toMatchObject(taken);
    const ledger = `SELECT e.amount FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
                     WHERE t.source_id = $1 AND e.account = 'merchant'`;
    expect(await stack.query(ledger, [rowId(id)])).toEqual([{ amount: '-600' }]);

    const timeline = (await client.get(`/v1/payments/${id}/timeline`)).body['data'] as Json[];
    expect(timeline.filter(({ operation }) => operation !== undefined)).toMatchObject([
      { operation: 'authorize', amount: usd(1000) },
      { operation: 'capture', amount: usd(600) },
    ]);

    expect(await refund(id, 601)).toMatchObject({ status: 422, body: { refundableAmount: usd(600) } });
    expect((await refund(id, 250)).status).toBe(201);
    await reached(id, { refundedAmount: usd(250), refundableAmount: usd(350) });
    const rest = await refund(id);
    expect([rest.status, rest.body['amount']]).toEqual([201, usd(350)]);
    expect((await refund(id)).body['code']).toBe('payment_not_refundable');
    const { rows } = await reconcile(client);
    expect(rows.filter(({ paymentId }) => paymentId === id)).toEqual([]);
  });

  it('200: counts in the analytics as what was captured', async () => {
    const eur = (value: number) => ({ value, currency: 'EUR' });
    const request = { amount: eur(1000), captureMethod: 'manual', metadata: { sandbox: 'delay:0' } };
    const id = String((await client.post('/v1/payments', request)).body['id']);
    await reached(id, { stage: 'authorized' });
    await capture(id, eur(600));
    await reached(id, { status: 'completed' });
    await eventually(async () => {
      const { body } = await client.get('/v1/analytics/summary');
      const totals = (body['data'] as Json[]).filter(({ currency, count }) => currency === 'EUR' && count !== 0);
      expect(totals).toMatchObject([{ completed: 1, gross: { value: 600 } }]);
    });
  });

  it('200: takes everything with the whole amount', async () => {
    const id = await held();
    expect((await capture(id, usd(1000))).status).toBe(200);
    expect(await captureValue(id)).toBeNull();
    await reached(id, { status: 'completed', capturedAmount: usd(1000), refundableAmount: usd(1000) });
  });

  it('200: a repetition with its key gets the same response; 422 with another amount', async () => {
    const id = await held();
    const headers = { 'idempotency-key': `part-${id}` };
    const [one, two] = [await capture(id, usd(600), headers), await capture(id, usd(600), headers)];
    expect([two.status, two.text]).toEqual([200, one.text]);
    const other = await capture(id, usd(500), headers);
    expect(problem(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it.each([
    ['more than is held', usd(1001), '/amount/value', 'out_of_range'],
    ['another currency', { value: 600, currency: 'EUR' }, '/amount/currency', 'out_of_range'],
    ['nothing', usd(0), '/amount/value', 'out_of_range'],
    ['a fraction', usd(1.5), '/amount/value', 'wrong_type'],
    ['no currency', { value: 600 }, '/amount/currency', 'required'],
  ])('422 for %s, and nothing is captured', async (_what, amount, pointer, code) => {
    const id = await held();
    const { status, body } = await capture(id, amount);
    expect([status, body['code'], body['errors']]).toMatchObject([422, 'validation_failed', [{ pointer, code }]]);
    expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject({ stage: 'authorized', version: 2 });
  });

  it('409 for a second capture, whatever its amount', async () => {
    const id = await held();
    await capture(id, usd(600));
    for (const amount of [undefined, usd(600), usd(500)]) {
      const answer = await capture(id, amount);
      expect(problem(answer)).toEqual([409, 'state_conflict']);
    }
    await reached(id, { status: 'completed', capturedAmount: usd(600) });
    expect((await capture(id, usd(400))).status).toBe(409);
  });

  it('409 for another amount than that of a capture whose outcome is unknown', async () => {
    const id = await held();
    await stack.query(
      `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
       SELECT environment_id, id + 1, id, 'capture', processor, 'open', now() FROM payments WHERE id = $1`,
      [rowId(id)],
    );
    const part = await capture(id, usd(600));
    expect(problem(part)).toEqual([409, 'state_conflict']);
    expect(part.body).toMatchObject({
      currentStage: 'authorized',
      detail: expect.stringContaining('10.00 USD') as string,
    });
    expect((await capture(id, usd(1000))).status).toBe(200);
    await reached(id, { status: 'completed', capturedAmount: usd(1000) });
  });

  it('200 for exactly one of two concurrent captures of different amounts', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, held));
    await Promise.all(
      ids.map(async (id) => {
        const amounts = [600, 400];
        const answers = await Promise.all(amounts.map((value) => capture(id, usd(value))));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const won = usd(amounts[answers.findIndex(({ status }) => status === 200)] ?? 0);
        await reached(id, { status: 'completed', capturedAmount: won, refundableAmount: won });
      }),
    );
  });

  it('404 for an unknown payment', async () => {
    expect((await capture('pay_1', usd(600))).status).toBe(404);
  });
});

/** A payment over 10.00 USD whose operation has an unknown outcome. */
async function doubted(operation: 'authorize' | 'capture'): Promise<string> {
  const id = await held();
  await stack.query(`UPDATE payments SET stage = 'requires_attention', operation = $2 WHERE id = $1`, [
    rowId(id),
    operation,
  ]);
  return id;
}

const approve = (id: string, amount?: Json): Promise<Answer> =>
  client.post(`/v1/payments/${id}/approve`, amount && { amount });

describe('approvePayment with an amount', () => {
  it.each([
    ['a part', usd(600), usd(600), -600],
    ['the whole amount', usd(1000), usd(1000), -1000],
    ['no amount', undefined, usd(1000), -1000],
  ])('200: %s was captured, and everything counts this', async (_what, amount, taken, booked) => {
    const id = await doubted('capture');
    const { status, body } = await approve(id, amount);
    const captured = { status: 'completed', amount: usd(1000), capturedAmount: taken, refundableAmount: taken };
    expect([status, body]).toMatchObject([200, { ...captured, captureOrigin: 'api' }]);
    expect(await bodyOf(id, 'payment.completed')).toMatchObject(captured);
    const ledger = `SELECT e.amount::int AS amount FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
                     WHERE t.source_id = $1 AND e.account = 'merchant'`;
    expect(await stack.query(ledger, [rowId(id)])).toEqual([{ amount: booked }]);
  });

  it.each([
    ['more than the payment', 'capture', usd(1001), '/amount/value', 'out_of_range'],
    ['another currency', 'capture', { value: 600, currency: 'EUR' }, '/amount/currency', 'out_of_range'],
    ['nothing', 'capture', usd(0), '/amount/value', 'out_of_range'],
    ['an amount of a hold', 'authorize', usd(600), '/amount', 'not_accepted'],
  ] as const)('422 for %s, and nothing changes', async (_what, operation, amount, pointer, code) => {
    const id = await doubted(operation);
    const { status, body } = await approve(id, amount);
    expect([status, body['code'], body['errors']]).toMatchObject([422, 'validation_failed', [{ pointer, code }]]);
    expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject({ stage: 'requires_attention', version: 2 });
  });

  it.each([
    ['processor', 'declined'],
    ['api', 'open'],
  ])('200: what was captured is of the origin %s if our capture is %s', async (captureOrigin, capture) => {
    const id = await doubted('capture');
    await stack.query(
      `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, code, started_at, finished_at)
       SELECT environment_id, id + n, id, o, processor, s, CASE s WHEN 'declined' THEN 'already_captured' END, now(),
              CASE s WHEN 'declined' THEN now() END
         FROM payments, (VALUES (1, 'capture', $2), (2, 'void', 'declined')) a (n, o, s) WHERE id = $1`,
      [rowId(id), capture],
    );
    expect((await approve(id, usd(600))).body).toMatchObject({ status: 'completed', captureOrigin });
  });

  it('422 for a payment that waits for approval, which takes its whole amount', async () => {
    const request = { amount: usd(1000), captureMethod: 'manual', metadata: { sandbox: 'hold' } };
    const id = String((await client.post('/v1/payments', request)).body['id']);
    const errors = [{ pointer: '/amount', code: 'not_accepted' }];
    expect(await approve(id, usd(600))).toMatchObject({ status: 422, body: { errors } });
    expect((await approve(id)).status).toBe(200);
  });
});

describe('the database', () => {
  it('refuses to refund more than was captured', async () => {
    const id = await held();
    await capture(id, usd(600));
    await reached(id, { status: 'completed' });
    const excess = stack.query('UPDATE payments SET refunded_value = 601 WHERE id = $1', [rowId(id)]);
    await expect(excess).rejects.toMatchObject({ constraint: 'payments_refunded' });
  });
});
