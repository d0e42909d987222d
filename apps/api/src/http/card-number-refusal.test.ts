import { eventually, problem, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, client } = await stackWithAccount({ worker: 0, env: { LOG_LEVEL: 'debug' } });

const amount = { value: 1000, currency: 'USD' };
const CARD = '4242424242424242';
const inGroups = '4242.4242\u20134242\u00a0\u00a04242';
const inArabic = '\u0664\u0662'.repeat(8);
const inUrl = encodeURIComponent('4242 4242 4242 4242').replaceAll('4', '%34');
const every = /4242|\u0664\u0662|%34/;

describe('row 31: a card number in any notation', () => {
  it.each([
    ['in the description', { amount, description: `card ${inGroups}` }],
    ['in digits of another script', { amount, reference: inArabic }],
    ['URL-encoded', { amount, metadata: { form: `pan=${inUrl}` } }],
    ['as a number', { amount, metadata: { deep: [{ pan: Number(CARD) }] } }],
    ['as a key', { amount, metadata: { [inGroups]: true } }],
  ])('%s: 422 that does not repeat it', async (_, body) => {
    const answer = await client.post('/v1/payments', body);
    expect(problem(answer)).toEqual([422, 'card_number_refused']);
    expect(answer.text).not.toMatch(every);
  });

  it('in the body, query, path, a header or malformed JSON: appears in no log', async () => {
    const from = '2026-11-01T00:00:00Z';
    const written = [CARD, inGroups, inArabic];
    for (const card of written) {
      const text = encodeURIComponent(card);
      await client.post('/v1/payments', { amount, description: card });
      await client.post('/v1/payments', undefined, { raw: `{"description":"${card}"` });
      await client.get(`/v1/payments?reference=${text}`);
      await client.get(`/v1/payments?email=${text}`);
      await client.get(`/v1/payments?metadata[${text}]=${text}&createdFrom=${from}`);
      await client.get(`/v1/payments?${text}=${text}`);
      await client.get(`/v1/payments/${text}`);
      await client.get(`/${text}/${text}?${text}`);
      await client.post(`/errors/${text}`);
    }
    await client.get('/v1/payments', {
      headers: { 'x-card': CARD, 'user-agent': CARD, authorization: `Bearer ${CARD}` },
    });
    // A server error with the number in the query, logged with the Postgres error.
    await stack.query('ALTER TABLE payments RENAME TO lost_payments');
    for (const card of written) {
      expect((await client.get(`/v1/payments?reference=${encodeURIComponent(card)}`)).status).toBe(500);
    }
    await stack.query('ALTER TABLE lost_payments RENAME TO payments');

    // The last lines arrive after their responses.
    await eventually(() => expect(stack.logs().join('\n')).toContain('"event":"request_failed"'));
    const logs = stack.logs();
    expect(logs.filter((line) => line.includes('"event":"request"')).length).toBeGreaterThan(30);
    for (const card of [...written, ...written.map(encodeURIComponent), '4242.4242', '4242%E2']) {
      expect(logs.filter((line) => line.includes(card))).toEqual([]);
    }
  });
});
