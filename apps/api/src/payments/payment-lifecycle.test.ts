import { eventually, paymentReached, problem, rowId, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount();

type Json = Record<string, unknown>;

const amount = { value: 1000, currency: 'USD' };
const manual = { amount, captureMethod: 'manual', metadata: { sandbox: 'delay:0' } };

async function create(body: Json, from = client): Promise<string> {
  const answer = await from.post('/v1/payments', body);
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

const reached = (id: string, state: Json, from = client) => paymentReached(from, id, state);

function act(id: string, action: string, body?: unknown): Promise<Answer> {
  return client.post(`/v1/payments/${id}/${action}`, body);
}

/** The events of a payment: type and sequence number. */
async function eventsOf(id: string): Promise<unknown[]> {
  return (await stack.eventsOf(id)).map(({ type, data }) => [type, data['version']]);
}

async function attemptsOf(id: string): Promise<unknown[]> {
  const { body } = await client.get(`/v1/payments/${id}/timeline`);
  const entries = body['data'] as Json[];
  return entries.flatMap((entry) => ('operation' in entry ? [[entry['operation'], entry['outcome']]] : []));
}

describe('capturePayment', () => {
  it('200: the authorized amount is captured, and event numbers have no gap', async () => {
    const id = await create(manual);
    await reached(id, { status: 'pending', stage: 'authorized', captureMethod: 'manual' });
    expect((await client.send('PATCH', `/v1/payments/${id}`, { description: 'shipped' })).status).toBe(200);
    const answer = await act(id, 'capture', { reason: 'shipped' });
    expect([answer.status, answer.body['stage']]).toEqual([200, 'processing']);
    expect(await reached(id, { status: 'completed' })).toMatchObject({ stage: null, version: 5, failure: null });
    expect(await eventsOf(id)).toEqual([
      ['payment.pending', 1],
      ['payment.authorized', 2],
      ['payment.completed', 3],
    ]);
    expect(await attemptsOf(id)).toEqual([
      ['authorize', 'approved'],
      ['capture', 'approved'],
    ]);
  });

  it('200: a repetition with its idempotency key gets the same response, with one capture', async () => {
    const id = await create(manual);
    await reached(id, { stage: 'authorized' });
    const headers = { 'idempotency-key': `capture ${id}`.replace(' ', '-') };
    const [one, two] = [
      await client.post(`/v1/payments/${id}/capture`, undefined, { headers }),
      await client.post(`/v1/payments/${id}/capture`, undefined, { headers }),
    ];
    expect([one.status, two.status, two.text]).toEqual([200, 200, one.text]);
    expect(two.headers.get('idempotent-replayed')).toBe('true');
  });

  it('200: a live payment is approved, authorized and captured', async () => {
    const live = stack.client(account.liveKey);
    const id = await create({ amount, captureMethod: 'manual' }, live);
    await live.post(`/v1/payments/${id}/approve`);
    await reached(id, { stage: 'authorized' }, live);
    expect((await live.post(`/v1/payments/${id}/capture`)).status).toBe(200);
    await reached(id, { status: 'completed' }, live);
  });

  it('409 state_conflict when nothing is authorized, with the allowed actions', async () => {
    const held = await create({ amount, metadata: { sandbox: 'hold' } });
    const answer = await act(held, 'capture');
    expect(problem(answer)).toEqual([409, 'state_conflict']);
    expect(answer.body).toMatchObject({
      currentStage: 'awaiting_approval',
      allowedActions: ['approve', 'reject', 'cancel'],
    });
  });

  it('400, 401, 403, 404, 413, 415 and 422 as for every operation', async () => {
    const id = await create({ amount, metadata: { sandbox: 'hold' } });
    const path = `/v1/payments/${id}/capture`;
    expect((await client.post(path, undefined, { raw: '{' })).status).toBe(400);
    expect((await stack.client().post(path)).status).toBe(401);
    expect((await client.post('/v1/payments/pay_1/capture')).status).toBe(404);
    expect((await client.post(path, { reason: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await client.post(path, {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await act(id, 'capture', { value: 1 })).body['errors']).toEqual([
      expect.objectContaining({ pointer: '/value', code: 'unknown_field' }),
    ]);
    const reader = await stack.clientWithScopes('payments:read');
    expect((await reader.post(path)).status).toBe(403);
  });
});

describe('cancelPayment', () => {
  it('200: the authorization is voided before the payment fails', async () => {
    const id = await create(manual);
    await reached(id, { stage: 'authorized' });
    const answer = await act(id, 'cancel');
    expect([answer.status, answer.body['stage']]).toEqual([200, 'processing']);
    await reached(id, { status: 'failed', failure: { code: 'cancelled', message: 'The payment was cancelled.' } });
    expect(await eventsOf(id)).toEqual([
      ['payment.pending', 1],
      ['payment.authorized', 2],
      ['payment.failed', 3],
    ]);
    expect(await attemptsOf(id)).toEqual([
      ['authorize', 'approved'],
      ['void', 'approved'],
    ]);
  });

  it('200: a customer who has not acted yet can no longer do so', async () => {
    const id = await create({ amount, metadata: { sandbox: 'action' } });
    const { nextAction } = await reached(id, { stage: 'requires_action' });
    await act(id, 'cancel');
    expect(await reached(id, { status: 'failed' })).toMatchObject({ failure: { code: 'cancelled' }, nextAction: null });
    expect(await attemptsOf(id)).toEqual([
      ['authorize', 'declined'],
      ['void', 'approved'],
    ]);
    const { url } = nextAction as { url: string };
    expect((await fetch(url)).status).toBe(409);
    expect((await fetch(url, { method: 'POST', body: 'outcome=complete' })).status).toBe(409);
  });

  it('200, but the payment completes if the customer had just paid', async () => {
    const id = await create({ amount, metadata: { sandbox: 'action' } });
    const { nextAction } = await reached(id, { stage: 'requires_action' });
    // Without a worker, the cancellation comes between the customer's action and its discovery.
    await stack.stopWorker();
    const { url } = nextAction as { url: string };
    expect((await fetch(url, { method: 'POST', body: 'outcome=complete' })).status).toBe(200);
    expect((await act(id, 'cancel')).status).toBe(200);
    await stack.startWorker();
    await reached(id, { status: 'completed', failure: null });
    expect(await eventsOf(id)).toEqual([
      ['payment.pending', 1],
      ['payment.requires_action', 2],
      ['payment.completed', 3],
    ]);
  }, 60_000);
});

describe('the sandbox', () => {
  it('action: the payment waits for its customer, who pays on the page of nextAction', async () => {
    const id = await create({ amount, metadata: { sandbox: 'action' } });
    const waiting = await reached(id, { status: 'pending', stage: 'requires_action' });
    const { type, url } = waiting['nextAction'] as { type: string; url: string };
    expect(type).toBe('redirect');
    expect(url).toMatch(new RegExp(`^${stack.apiUrl}/sandbox/00/actions/`));
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("form-action 'self'"),
    ]);
    expect(await page.text()).toContain('To pay: 10.00 USD');
    expect((await fetch(url, { method: 'POST', body: 'outcome=complete' })).status).toBe(200);
    expect(await reached(id, { status: 'completed' })).toMatchObject({ nextAction: null });
    expect((await fetch(url, { method: 'POST', body: 'outcome=decline' })).status).toBe(409);
    expect((await client.get('/v1/payments?limit=1')).body['data']).toEqual([
      expect.objectContaining({ id, status: 'completed' }),
    ]);
  });

  it('action: a customer who declines fails it; with manual capture, one who pays authorizes it', async () => {
    const declined = await create({ amount, metadata: { sandbox: 'action' } });
    const held = await create({ amount, captureMethod: 'manual', metadata: { sandbox: 'action' } });
    const choose = async (id: string, outcome: string): Promise<void> => {
      const { nextAction } = await reached(id, { stage: 'requires_action' });
      const { url } = nextAction as { url: string };
      expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) })).status).toBe(200);
    };
    await choose(declined, 'decline');
    await choose(held, 'complete');
    expect(await reached(declined, { status: 'failed' })).toMatchObject({ failure: { code: 'customer_declined' } });
    await reached(held, { stage: 'authorized' });
  });

  it('action: 404 for a forged page, and an invalid choice is refused', async () => {
    const id = await create({ amount, metadata: { sandbox: 'action' } });
    const { nextAction } = await reached(id, { stage: 'requires_action' });
    const { url } = nextAction as { url: string };
    const forged = url.slice(0, -1) + (url.endsWith('A') ? 'g' : 'A');
    for (const address of [forged, url.replace('/00/', '/01/'), `${stack.apiUrl}/sandbox/00/actions/x`]) {
      expect((await fetch(address)).status).toBe(404);
      expect((await fetch(address, { method: 'POST', body: 'outcome=complete' })).status).toBe(404);
    }
    const tooLong = `outcome=complete&filler=${'x'.repeat(2_000)}`;
    for (const [body, status] of [
      ['', 422],
      ['outcome=other', 422],
      [tooLong, 413],
    ] as const) {
      expect((await fetch(url, { method: 'POST', body })).status).toBe(status);
    }
    expect((await client.get(`/v1/payments/${id}`)).body['stage']).toBe('requires_action');
  });

  it('timeout_then_approve: the processor is asked again with the same attempt', async () => {
    const id = await create({ amount, metadata: { sandbox: 'timeout_then_approve' } });
    await reached(id, { status: 'completed' });
    expect(await attemptsOf(id)).toEqual([['authorize', 'approved']]);
  }, 30_000);

  it('timeout_forever: after 24 hours it needs a manual decision, and never counts as failed before', async () => {
    const [paid, unpaid] = [
      await create({ amount, metadata: { sandbox: 'timeout_forever' } }),
      await create({ amount, metadata: { sandbox: 'timeout_forever' } }),
    ];
    for (const id of [paid, unpaid]) {
      await eventually(async () => expect(await attemptsOf(id)).toEqual([['authorize', 'pending']]));
      expect((await act(id, 'cancel')).body).toMatchObject({ code: 'payment_in_flight', currentStage: 'processing' });
      const day = `now() - interval '24 hours'`;
      await stack.query(`UPDATE payment_attempts SET unclear_since = ${day} WHERE payment_id = $1`, [rowId(id)]);
      await stack.query(`UPDATE payments SET due_at = now() - interval '1 minute' WHERE id = $1`, [rowId(id)]);
      await reached(id, { stage: 'requires_attention' });
      expect((await act(id, 'cancel')).body).toMatchObject({
        code: 'state_conflict',
        currentStage: 'requires_attention',
        allowedActions: ['approve', 'reject'],
      });
    }
    expect((await act(paid, 'approve')).body).toMatchObject({ status: 'completed', failure: null });
    expect((await act(unpaid, 'reject')).body).toMatchObject({ status: 'pending', stage: 'processing', failure: null });
    await reached(unpaid, { status: 'failed', failure: { code: 'rejected', message: 'The payment was rejected.' } });
    expect(await attemptsOf(unpaid)).toEqual([
      ['authorize', 'declined'],
      ['void', 'approved'],
    ]);
    expect(await eventsOf(paid)).toEqual([
      ['payment.pending', 1],
      ['payment.requires_attention', 2],
      ['payment.completed', 3],
    ]);
  }, 60_000);
});

describe('the sequence number of an event', () => {
  it('counts events, while the version of the payment counts changes', async () => {
    const id = await create({ amount, metadata: { sandbox: 'hold' } });
    for (const description of ['one', 'two']) await client.send('PATCH', `/v1/payments/${id}`, { description });
    await act(id, 'approve');
    expect(await reached(id, { status: 'completed' })).toMatchObject({ version: 5 });
    expect(await eventsOf(id)).toEqual([
      ['payment.pending', 1],
      ['payment.awaiting_approval', 2],
      ['payment.completed', 3],
    ]);
  });
});
