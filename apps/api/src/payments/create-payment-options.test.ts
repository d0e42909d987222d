import { errors, problem, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, client } = await stackWithAccount();

const amount = { value: 1000, currency: 'USD' };

describe('createPayment', () => {
  it('201 with ?wait: responds once the payment is settled', async () => {
    const answer = await client.post('/v1/payments?wait=10', { amount });
    expect([answer.status, answer.body['status']]).toEqual([201, 'completed']);
  });

  it.each([
    ['authorized', { captureMethod: 'manual' }],
    ['requires_action', { metadata: { sandbox: 'action' } }],
  ])('201 with ?wait: responds once the payment is %s and waits for somebody', async (stage, how) => {
    const asked = performance.now();
    const answer = await client.post('/v1/payments?wait=20', { amount, ...how });
    expect([answer.status, answer.body['stage']]).toEqual([201, stage]);
    expect(performance.now() - asked).toBeLessThan(10_000);
  });

  it('201 with ?wait: responds with pending at the timeout', async () => {
    const answer = await client.post('/v1/payments?wait=1', { amount, metadata: { sandbox: 'hold' } });
    expect([answer.status, answer.body['status']]).toEqual([201, 'pending']);
  });

  it('201 with what the processor receives, which stays as it was sent', async () => {
    const told = { initiator: 'merchant', statementDescriptorSuffix: 'ORDER #1042', receiptEmail: 'ada+r@example.com' };
    const made = await client.post('/v1/payments?wait=10', {
      amount,
      customer: { email: 'told@example.com' },
      ...told,
    });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ ...told, status: 'completed' })]);
    expect((await client.get(`/v1/payments/${String(made.body['id'])}`)).body).toMatchObject(told);
    const plain = await client.post('/v1/payments', { amount });
    const usual = { initiator: 'customer', statementDescriptorSuffix: null, receiptEmail: null };
    expect(plain.body).toMatchObject(usual);
  });

  it.each([
    ['statementDescriptorSuffix', 'x'.repeat(23), 'too_long'],
    ['statementDescriptorSuffix', '1042', 'invalid_format'],
    ['statementDescriptorSuffix', 'Bücher', 'invalid_format'],
    ...[...'<>\\\'"*'].map((sign) => ['statementDescriptorSuffix', `ORDER ${sign}`, 'invalid_format']),
    ['receiptEmail', 'ada', 'invalid_format'],
    ['initiator', 'somebody', 'invalid_format'],
  ])('422 for the %s %s', async (field, value, code) => {
    const customer = { email: 'told@example.com' };
    const answer = await client.post('/v1/payments', { amount, customer, [field ?? '']: value });
    expect([answer.status, errors(answer)]).toEqual([422, [`/${field ?? ''} ${code}`]]);
  });

  it('422 for a receipt without a customer, with whom the address would be erased', async () => {
    const answer = await client.post('/v1/payments', { amount, receiptEmail: 'ada@example.com' });
    expect([answer.status, errors(answer)]).toEqual([422, ['/receiptEmail not_accepted']]);
  });

  it('201 for a customer by id, with the stored name', async () => {
    const first = await client.post('/v1/payments', {
      amount,
      customer: { email: 'id@example.com', firstName: 'Ida' },
    });
    const customer = first.body['customer'] as { id: string };
    const second = await client.post('/v1/payments', { amount, customer: { id: customer.id } });
    expect([second.status, second.body['customer']]).toEqual([201, customer]);
  });

  it("201 with the customer's default payment method unless another one is named", async () => {
    const email = 'default@example.com';
    const made = await client.post('/v1/customers', { email });
    const id = String(made.body['id']);
    const card = {
      type: 'card',
      processorToken: 'tok_1',
      brand: 'visa',
      last4: '4242',
      expiryMonth: 1,
      expiryYear: 2040,
    };
    const [usual, other] = await Promise.all(
      [card, card].map(async (body) => (await client.post(`/v1/customers/${id}/payment-methods`, body)).body['id']),
    );
    await client.send('PATCH', `/v1/customers/${id}`, { preferences: { defaultPaymentMethodId: usual } });
    const paidWith = async (body: object): Promise<unknown> =>
      (await client.post('/v1/payments', { amount, ...body })).body['paymentMethodId'];
    expect(await paidWith({ customer: { id } })).toBe(usual);
    expect(await paidWith({ customer: { email: email.toUpperCase() } })).toBe(usual);
    expect(await paidWith({ customer: { id }, paymentMethodId: other })).toBe(other);
    expect(await paidWith({ customer: { email: 'another@example.com' } })).toBeNull();
  });

  it.each([
    ['not_found', '/customer/id', { id: 'cust_1' }],
    ['required', '/customer/email', {}],
    ['unknown_field', '/customer/id', { id: 'cust_1', email: 'a@example.com' }],
    ['unknown_field', '/customer/lastName', { id: 'cust_1', lastName: 'Lovelace' }],
  ])('422 %s at %s for the customer %j', async (code, pointer, customer) => {
    const answer = await client.post('/v1/payments', { amount, customer });
    expect([answer.status, errors(answer)]).toEqual([422, [`${pointer} ${code}`]]);
  });

  it.each([
    ['400', '/v1/payments?wait=21'],
    ['400', '/v1/payments?wait=-1'],
  ])('%s for %s', async (_status, path) => {
    const answer = await client.post(path, { amount });
    expect(problem(answer)).toEqual([400, 'invalid_query']);
  });

  it('row 31: 422 card_number_refused for a card number in the description or metadata', async () => {
    for (const body of [
      { amount, description: 'paid with 4242 4242 4242 4242' },
      { amount, metadata: { card: '5555555555554444' } },
      { amount, metadata: { deep: [{ pan: 378282246310005 }] } },
    ]) {
      const answer = await client.post('/v1/payments', body);
      expect(problem(answer)).toEqual([422, 'card_number_refused']);
      // The port and the request id may contain any digits.
      const told = JSON.stringify({ ...answer.body, type: '', requestId: '' });
      expect(told).not.toMatch(/4242|4444|0005/);
    }
    expect(stack.logs().join('\n')).not.toMatch(/4242 4242|5555555555554444|378282246310005/);
  });

  it.each(['1e400', '12345678901234567890', '0.12345678901234567890123'])(
    '422 out_of_range for a number that JSON cannot represent exactly: %s',
    async (number) => {
      const raw = `{"amount":{"value":1,"currency":"USD"},"metadata":{"n":${number}}}`;
      const answer = await client.post('/v1/payments', undefined, { raw });
      expect([answer.status, errors(answer)]).toEqual([422, ['/metadata/n out_of_range']]);
    },
  );
});
