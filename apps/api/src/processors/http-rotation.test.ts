import { forThisFile, problem, stackWithAccount, startAcquirer, type Answer } from '@svc/testing';
import { afterEach, describe, expect, it } from 'vitest';

const [first, second] = await Promise.all([forThisFile(startAcquirer()), forThisFile(startAcquirer())]);
const { stack, client } = await stackWithAccount({ worker: 0, own: true });

// Emptied tables would leave the ledger entries of other test files, so that the stack is this file's own.
afterEach(async () => {
  await stack.query('TRUNCATE payments, refunds, processors CASCADE');
});

const amount = { value: 1_000, currency: 'EUR' };

async function connect(): Promise<string> {
  const answer = await client.post('/v1/processors', { kind: 'http', name: 'Example', credentials: first.credentials });
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

const rotate = (id: string, credentials: object): Promise<Answer> =>
  client.send('PATCH', `/v1/processors/${id}`, { credentials });

/** Makes a payment that is unknown to both acquirers. */
async function pay(payment: string, attempt: string): Promise<string> {
  const { body } = await client.post('/v1/payments', { amount });
  const id = String(body['id']).slice('pay_'.length);
  await stack.query(`UPDATE payments SET ${payment} WHERE id = $1`, [id]);
  await stack.query(
    `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
     SELECT environment_id, id + 1, id, 'authorize', processor, 'open', now() FROM payments WHERE id = $1`,
    [id],
  );
  await stack.query(`UPDATE payment_attempts SET ${attempt} WHERE payment_id = $1`, [id]);
  return id;
}

async function refund(paymentId: string): Promise<void> {
  await stack.query(
    `INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
     SELECT environment_id, id + 2, id, 'pending', 400, currency, '{}', now(), now() FROM payments WHERE id = $1`,
    [paymentId],
  );
  await stack.query(
    `INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at, unclear_since)
     SELECT environment_id, id + 3, id + 2, processor, 'open', now(), now() FROM payments WHERE id = $1`,
    [paymentId],
  );
}

const COMPLETED = `status = 'completed', stage = NULL, due_at = NULL`;
const OLD = `started_at = now() - interval '120 days'`;

describe('updateProcessor with credentials of another gateway', () => {
  it('200 for a connection that was never used', async () => {
    const id = await connect();
    expect((await rotate(id, second.credentials)).body).toMatchObject({ status: 'ok', version: 2 });
    expect((await rotate(id, { url: 'https://127.0.0.1:1/svc', apiKey: second.apiKey })).body).toMatchObject({
      status: 'unverified',
    });
  });

  it.each([
    ['its payment was certainly not sent', 'unsent = true', `state = 'open'`],
    ['its key was refused for its payment', 'pending_inquiry = NULL, unsent = true', `state = 'open'`],
    ['its payment was declined', `status = 'failed', stage = NULL, due_at = NULL`, `state = 'declined'`],
    ['its payments are older than gateways remember', COMPLETED, `state = 'approved', ${OLD}`],
  ])('200 if %s', async (_what, payment, attempt) => {
    const id = await connect();
    await pay(payment, attempt);
    expect((await rotate(id, second.credentials)).status).toBe(200);
  });

  it.each([
    ['is unknown', 'pending_inquiry = NULL', 'unclear_since = now()'],
    ['may be there: a worker ended, and the key was refused since', 'pending_inquiry = NULL', `state = 'open'`],
    ['has been unknown for longer than gateways remember', 'pending_inquiry = NULL', `unclear_since = now(), ${OLD}`],
    ['is being asked for', `pending_inquiry = 'asked'`, `state = 'open'`],
    ['is pending', 'pending_inquiry = NULL', `state = 'pending', answered_at = now()`],
    ['is a hold', `stage = 'authorized', due_at = NULL`, `state = 'approved', answered_at = now()`],
    ['is known', COMPLETED, `state = 'approved', answered_at = now()`],
  ])('422 another_account if the outcome of a payment %s', async (_what, payment, attempt) => {
    const id = await connect();
    const reference = BigInt(await pay(payment, attempt)) + 1n;
    const refused = await rotate(id, second.credentials);
    expect(problem(refused)).toEqual([422, 'another_account']);
    expect(refused.body['detail']).toContain(`-${reference} `);
    expect((await client.get(`/v1/processors/${id}`)).body['version']).toBe(1);
  });

  it('422 another_account if the outcome of a refund is unknown', async () => {
    const id = await connect();
    await refund(await pay(COMPLETED, `state = 'approved', ${OLD}`));
    expect(problem(await rotate(id, second.credentials))).toEqual([422, 'another_account']);
    await stack.query(`UPDATE refunds SET status = 'completed', due_at = NULL`);
    await stack.query(`UPDATE refund_attempts SET state = 'approved'`);
    expect(problem(await rotate(id, second.credentials))).toEqual([422, 'another_account']);
  });

  it('422 processor_refused if the gateway of a used connection cannot be asked', async () => {
    const id = await connect();
    await pay('pending_inquiry = NULL', 'unclear_since = now()');
    const refused = await rotate(id, { url: 'https://127.0.0.1:1/svc', apiKey: second.apiKey });
    expect(problem(refused)).toEqual([422, 'processor_refused']);
    expect(refused.body['detail']).toMatch(/could not be queried/);
  });

  it('200 for credentials that lead to the same account by themselves', async () => {
    const id = await connect();
    await pay('pending_inquiry = NULL', 'unclear_since = now()');
    const { callbackSecret } = second;
    const { url, apiKey } = first;
    expect((await rotate(id, { callbackSecret })).status).toBe(200);
    expect((await rotate(id, { url, apiKey, contractVersion: '1.3' })).status).toBe(200);
  });
});
