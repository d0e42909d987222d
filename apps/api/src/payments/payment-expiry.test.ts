import { errors, paymentReached, rowId, stackWithAccount, type Account } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, client } = await stackWithAccount();

type Json = Record<string, unknown>;

const amount = { value: 1000, currency: 'USD' };
const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();

async function create(body: Json, from = client): Promise<string> {
  const answer = await from.post('/v1/payments', { amount, ...body });
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

const reached = (id: string, state: Json, from = client) => paymentReached(from, id, state);

/** Moves the expiry of a payment to now. */
async function expireNow(id: string): Promise<void> {
  await stack.query(`UPDATE payments SET expires_at = now() - interval '1 second' WHERE id = $1`, [rowId(id)]);
}

async function setClock(of: Account, offset: string): Promise<void> {
  await stack.query(`UPDATE environments SET clock_offset = $2 WHERE account_id = $1 AND mode = 'test'`, [
    rowId(of.accountId),
    offset,
  ]);
}

const expired = { status: 'failed', stage: null, failure: { code: 'expired' } };

describe('a payment that expires', () => {
  it('fails while it waits for approval', async () => {
    const expiresAt = ahead(3_000);
    const id = await create({ metadata: { sandbox: 'hold' }, expiresAt });
    expect(await reached(id, expired)).toMatchObject({ expiresAt });
    expect(await stack.eventTypesOf(id)).toEqual(['payment.pending', 'payment.awaiting_approval', 'payment.failed']);
    expect((await client.post(`/v1/payments/${id}/approve`)).status).toBe(409);
  }, 30_000);

  it.each([
    ['authorized', { captureMethod: 'manual', metadata: { sandbox: 'delay:0' } }],
    ['requires_action', { metadata: { sandbox: 'action' } }],
  ])('is first voided at its processor: %s', async (stage, body) => {
    const id = await create({ ...body, expiresAt: ahead(3_600_000) });
    await reached(id, { stage });
    await expireNow(id);
    await reached(id, expired);
    const attempts = await stack.query('SELECT operation, state FROM payment_attempts WHERE payment_id = $1', [
      rowId(id),
    ]);
    expect(attempts).toContainEqual({ operation: 'void', state: 'approved' });
    expect((await stack.eventTypesOf(id)).filter((type) => type === 'payment.failed')).toHaveLength(1);
  });

  it('waits for the response of its processor: completed if it approves', async () => {
    const id = await create({ metadata: { sandbox: 'delay:4000' }, expiresAt: ahead(2_000) });
    expect(await reached(id, { status: 'completed' })).toMatchObject({ failure: null });
  }, 30_000);

  it('waits for the response of its processor: voided if it authorizes', async () => {
    const body = { captureMethod: 'manual', metadata: { sandbox: 'delay:4000' }, expiresAt: ahead(2_000) };
    await reached(await create(body), expired);
  }, 30_000);

  it('is not changed once it is settled', async () => {
    const id = await create({ metadata: { sandbox: 'delay:0' }, expiresAt: ahead(3_600_000) });
    await reached(id, { status: 'completed' });
    await expireNow(id);
    await reached(await create({ metadata: { sandbox: 'hold' }, expiresAt: ahead(1_000) }), expired);
    expect((await client.get(`/v1/payments/${id}`)).body['status']).toBe('completed');
  });
});

describe('an environment with its clock ahead', () => {
  it('expires what is due by its own clock, and nothing of others', async () => {
    const traveller = await stack.createAccount('enterprise');
    const their = stack.client(traveller.testKey);
    const held = { metadata: { sandbox: 'hold' } };
    const [soon, late, live, others] = [
      await create({ ...held, expiresAt: ahead(3_600_000) }, their),
      await create({ ...held, expiresAt: ahead(3 * 86_400_000) }, their),
      await create({ expiresAt: ahead(3_600_000) }, stack.client(traveller.liveKey)),
      await create({ ...held, expiresAt: ahead(3_600_000) }),
    ];
    await setClock(traveller, '1 day');
    await reached(soon, expired, their);
    expect((await their.get(`/v1/payments/${late}`)).body['status']).toBe('pending');
    const liveStatus = (await stack.client(traveller.liveKey).get(`/v1/payments/${live}`)).body['status'];
    expect([liveStatus, (await client.get(`/v1/payments/${others}`)).body['status']]).toEqual(['pending', 'pending']);
  });

  it('validates expiresAt by its own clock', async () => {
    const traveller = await stack.createAccount('enterprise');
    const their = stack.client(traveller.testKey);
    await setClock(traveller, '10 days');
    const refused = await their.post('/v1/payments', { amount, expiresAt: ahead(9 * 86_400_000) });
    expect([refused.status, errors(refused)]).toEqual([422, ['/expiresAt out_of_range']]);
    await create({ expiresAt: ahead(375 * 86_400_000) }, their);
  });
});

describe('createPayment', () => {
  it.each([
    ['out_of_range', '2020-01-01T00:00:00Z'],
    ['out_of_range', '2999-01-01T00:00:00Z'],
    ['invalid_format', 'tomorrow'],
    ['invalid_format', '2027-02-30T00:00:00Z'],
  ])('422 %s for an expiresAt of %s', async (code, expiresAt) => {
    const answer = await client.post('/v1/payments', { amount, expiresAt });
    expect([answer.status, errors(answer)]).toEqual([422, [`/expiresAt ${code}`]]);
  });

  it('201 for a repetition after expiresAt has passed: the stored response', async () => {
    const headers = { 'idempotency-key': 'expires-soon' };
    const body = { amount, expiresAt: ahead(1_000), metadata: { sandbox: 'hold' } };
    const first = await client.post('/v1/payments', body, { headers });
    await reached(String(first.body['id']), expired);
    const again = await client.post('/v1/payments', body, { headers });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('422 for an invalid capture method, and for an unknown payment method', async () => {
    const captureMethod = await client.post('/v1/payments', { amount, captureMethod: 'later' });
    expect([captureMethod.status, captureMethod.body['errors']]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/captureMethod' })],
    ]);
    const answer = await client.post('/v1/payments', { amount, paymentMethodId: 'pm_1' });
    expect([answer.status, errors(answer)]).toEqual([422, ['/paymentMethodId not_found']]);
  });
});
