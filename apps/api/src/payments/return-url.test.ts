import { eventually, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount();

const amount = { value: 1000, currency: 'USD' };
const returnUrl = 'http://127.0.0.1:8000/orders/1042?a=1#top';
const metadata = { sandbox: 'action' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function waiting(body: object): Promise<{ id: string; page: string }> {
  const { body: created } = await client.post('/v1/payments', { amount, metadata, ...body });
  const id = String(created['id']);
  const url = await eventually(async () => {
    const { body: payment } = await client.get(`/v1/payments/${id}`);
    const { nextAction } = payment as { nextAction: { url: string } | null };
    if (nextAction === null) throw new Error('it requires no action yet');
    return nextAction.url;
  });
  return { id, page: url.slice(stack.apiUrl.length) };
}

describe('returnUrl', () => {
  it.each(['complete', 'decline'])(
    'is where the page of the sandbox leads to after %s, with paymentId',
    async (outcome) => {
      const { id, page } = await waiting({ returnUrl });
      expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject({ returnUrl });
      const shown = await client.get(page);
      expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:8000;");
      const answer = await client.send('POST', page, undefined, { raw: `outcome=${outcome}`, headers: FORM });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `http://127.0.0.1:8000/orders/1042?a=1&paymentId=${id}#top`,
      ]);
      const status = outcome === 'complete' ? 'completed' : 'failed';
      await eventually(async () => expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject({ status }));
      const again = await client.send('POST', page, undefined, { raw: 'outcome=complete', headers: FORM });
      expect(again.status).toBe(303);
      expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject({ status });
    },
  );

  it('is optional: the page then says what happened', async () => {
    const { page } = await waiting({});
    const answer = await client.send('POST', page, undefined, { raw: 'outcome=complete', headers: FORM });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('The customer has paid')]);
  });

  it.each([
    ['https://ada:secret@shop.example.com/', 'forbidden_url'],
    ['https://[::1/', 'invalid_format'],
    ['https://shop.example.com:99999/', 'invalid_format'],
    ['ftp://shop.example.com/', 'invalid_format'],
    ['javascript:alert(1)', 'invalid_format'],
    ['/orders', 'invalid_format'],
  ])('422 for %s', async (url, code) => {
    const answer = await client.post('/v1/payments', { amount, returnUrl: url });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/returnUrl', code }] });
  });

  it('needs TLS in live mode', async () => {
    const live = stack.client(account.liveKey);
    expect((await live.post('/v1/payments', { amount, returnUrl })).body).toMatchObject({
      errors: [{ pointer: '/returnUrl', code: 'forbidden_url' }],
    });
    expect((await live.post('/v1/payments', { amount, returnUrl: 'https://shop.example.com/' })).status).toBe(201);
  });
});

describe('the page that processors send customers back to', () => {
  it('thanks a customer of an unknown payment, without a redirect', async () => {
    const answer = await client.get('/payments/return/00/1-2-AAAAAAAAAAAAAAAAAAAAAA');
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Thank you')]);
  });
});
