import { errors, eventually, problem, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount();

const amount = { value: 1000, currency: 'USD' };

async function create(metadata: Record<string, unknown>): Promise<string> {
  const answer = await client.post('/v1/payments', { amount, metadata });
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

const held = (): Promise<string> => create({ sandbox: 'hold' });

function act(id: string, action: string, body?: unknown): Promise<Answer> {
  return client.post(`/v1/payments/${id}/${action}`, body);
}

async function settled(id: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const { body } = await client.get(`/v1/payments/${id}`);
    expect(body['status']).not.toBe('pending');
    return body;
  });
}

describe('approvePayment', () => {
  it('200: the payment goes to its processor and completes', async () => {
    const id = await held();
    const answer = await act(id, 'approve', { reason: 'Checked with the customer' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'pending', stage: 'processing', version: 2 });
    expect(await settled(id)).toMatchObject({ status: 'completed', version: 3 });
    expect(await stack.eventTypesOf(id)).toEqual(['payment.pending', 'payment.awaiting_approval', 'payment.completed']);
  });

  it('200: a live payment is settled by the manual decision', async () => {
    const live = stack.client(account.liveKey);
    const id = String((await live.post('/v1/payments', { amount })).body['id']);
    expect((await live.post(`/v1/payments/${id}/approve`)).status).toBe(200);
    await eventually(async () => {
      expect((await live.get(`/v1/payments/${id}`)).body['status']).toBe('completed');
    });
  });

  it('409 state_conflict with the status and the allowed actions', async () => {
    const id = await create({ sandbox: 'delay:60000' });
    const answer = await act(id, 'approve');
    expect(problem(answer)).toEqual([409, 'state_conflict']);
    expect(answer.body).toMatchObject({ currentStatus: 'pending', currentStage: 'processing', allowedActions: [] });
  });

  it('403 for a key without payments:approve', async () => {
    const clerk = await stack.clientWithScopes('payments:read', 'payments:write');
    const answer = await clerk.post('/v1/payments/pay_1/approve');
    expect(problem(answer)).toEqual([403, 'insufficient_scope']);
  });
});

describe('rejectPayment', () => {
  it('200: failed with rejected, and payment.failed says so', async () => {
    const id = await held();
    const answer = await act(id, 'reject', { reason: 'Looks like fraud' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'failed', stage: null, failure: { code: 'rejected' }, version: 2 });
    expect(await stack.eventTypesOf(id)).toEqual(['payment.pending', 'payment.awaiting_approval', 'payment.failed']);
  });

  it('409 state_conflict once it is settled', async () => {
    const id = await held();
    await act(id, 'reject');
    const answer = await act(id, 'reject');
    expect(problem(answer)).toEqual([409, 'state_conflict']);
    expect(answer.body).toMatchObject({ currentStatus: 'failed', currentStage: null, allowedActions: [] });
  });
});

describe('cancelPayment', () => {
  it('200: failed with cancelled', async () => {
    const answer = await act(await held(), 'cancel');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
  });

  it('409 payment_in_flight while the processor is working on it', async () => {
    const answer = await act(await create({ sandbox: 'delay:60000' }), 'cancel');
    expect(problem(answer)).toEqual([409, 'payment_in_flight']);
    expect(answer.body).toMatchObject({ currentStage: 'processing', allowedActions: [] });
  });
});

describe.each(['approve', 'reject', 'cancel'])('the action %s', (action) => {
  it('400, 401, 404, 413, 415 and 422 as for every operation', async () => {
    const id = await held();
    const path = `/v1/payments/${id}/${action}`;
    expect((await client.post(path, undefined, { raw: '{' })).status).toBe(400);
    expect((await stack.client().post(path)).status).toBe(401);
    expect((await client.post(`/v1/payments/pay_1/${action}`)).status).toBe(404);
    expect((await client.post(path, { reason: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await client.post(path, {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    const answer = await client.post(path, { reason: 'x'.repeat(501) });
    expect([answer.status, errors(answer)]).toEqual([422, ['/reason too_long']]);
  });

  it('404 for payments of another account and of the other mode', async () => {
    const id = await held();
    const stranger = await stack.createAccount('pro');
    for (const key of [stranger.testKey, account.liveKey]) {
      expect((await stack.client(key).post(`/v1/payments/${id}/${action}`)).status).toBe(404);
    }
    expect((await client.get(`/v1/payments/${id}`)).body['stage']).toBe('awaiting_approval');
  });
});

describe('row 28: concurrent approve, reject and cancel', () => {
  it('exactly one succeeds, the others get 409 with the status', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await held();
      const answers = await Promise.all(['approve', 'reject', 'cancel'].map((action) => act(id, action)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
      const events = await stack.eventTypesOf(id);
      expect(events.length).toBeLessThanOrEqual(3);
    }
  });
});

describe('updatePayment', () => {
  const patch = (id: string, body: unknown, type = 'application/json'): Promise<Answer> =>
    client.send('PATCH', `/v1/payments/${id}`, body, { headers: { 'content-type': type } });

  it.each(['application/json', 'application/merge-patch+json'])('200 merges the changes, as %s', async (type) => {
    const id = await create({ a: 1, inner: { keep: true, drop: 1 } });
    const answer = await patch(id, { description: 'Gift', metadata: { b: 2, a: null, inner: { drop: null } } }, type);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ description: 'Gift', metadata: { b: 2, inner: { keep: true } } });
    expect((await patch(id, { description: null, metadata: null }, type)).body).toMatchObject({
      description: null,
      metadata: {},
    });
  });

  it('200 keeps the version when nothing changes', async () => {
    const id = await held();
    expect((await patch(id, {})).body['version']).toBe(1);
    expect((await patch(id, { description: 'x' })).body['version']).toBe(2);
  });

  it('422 for immutable fields, and for metadata that grows too large', async () => {
    const id = await create({ filler: 'x'.repeat(10_000) });
    expect((await patch(id, { amount })).body['errors']).toEqual([
      expect.objectContaining({ pointer: '/amount', code: 'unknown_field' }),
    ]);
    expect((await patch(id, { metadata: { more: 'x'.repeat(10_000) } })).body['errors']).toEqual([
      expect.objectContaining({ pointer: '/metadata', code: 'too_long' }),
    ]);
  });

  it('400, 401, 403, 404, 413 and 415 as for every operation', async () => {
    const id = await held();
    expect((await client.send('PATCH', `/v1/payments/${id}`, undefined, { raw: '[' })).status).toBe(400);
    expect((await stack.client().send('PATCH', `/v1/payments/${id}`, {})).status).toBe(401);
    expect((await patch('pay_1', {})).status).toBe(404);
    expect((await patch(id, { description: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await patch(id, {}, 'text/plain')).status).toBe(415);
    const reader = await stack.clientWithScopes('payments:read');
    expect((await reader.send('PATCH', `/v1/payments/${id}`, {})).status).toBe(403);
  });
});

describe('getPaymentTimeline', () => {
  it('200 with status changes, attempts and deliveries in order', async () => {
    await client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/none', events: ['payment.completed'] });
    const id = await held();
    await act(id, 'approve', { reason: 'Looks fine' });
    await settled(id);
    const answer = await client.get(`/v1/payments/${id}/timeline`);
    const entries = answer.body['data'] as {
      type: string;
      at: string;
      status?: string;
      stage?: string;
      reason?: string;
    }[];
    expect(entries.map((entry) => entry.type)).toEqual([
      'timeline.state',
      'timeline.state',
      'timeline.attempt',
      'timeline.state',
      'timeline.delivery',
    ]);
    expect(entries[0]).toMatchObject({ status: 'pending', stage: 'awaiting_approval', version: 1 });
    expect(entries[1]).toMatchObject({ status: 'pending', stage: 'processing', reason: 'Looks fine', version: 2 });
    expect(entries[2]).toMatchObject({ operation: 'authorize', processor: 'sandbox', outcome: 'approved' });
    expect(entries[3]).toMatchObject({ status: 'completed', stage: null, version: 3 });
    expect(entries[4]).toMatchObject({ eventType: 'payment.completed' });
    expect(entries.map((entry) => entry.at)).toEqual(entries.map((entry) => entry.at).sort());
  });

  it('400, 401, 403 and 404 as for every operation', async () => {
    const path = `/v1/payments/${await held()}/timeline`;
    expect((await client.get(`${path}?x=1`)).status).toBe(400);
    expect((await stack.client().get(path)).status).toBe(401);
    expect((await client.get('/v1/payments/pay_1/timeline')).status).toBe(404);
    expect((await stack.client(account.liveKey).get(path)).status).toBe(404);
    const writer = await stack.clientWithScopes('payments:write');
    expect((await writer.get(path)).status).toBe(403);
  });
});
