import { createClient, eventually, forThisFile, startConnectProxy, startReceiver, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const PASSWORD = 'let-me-out-7Q';
const amount = { value: 1000, currency: 'USD' };

const [receiver, proxy] = await Promise.all([forThisFile(startReceiver()), forThisFile(startConnectProxy())]);
const stack = await forThisFile(
  startStack({
    env: {
      NODE_EXTRA_CA_CERTS: '',
      WEBHOOK_EXTRA_CA: receiver.caFile,
      WEBHOOK_PROXY_URL: proxy.url.replace('//', `//svc:${PASSWORD}@`),
      WEBHOOK_RETRY_DELAYS: '300ms,600ms',
    },
  }),
);
const client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);

describe('WEBHOOK_PROXY_URL and WEBHOOK_EXTRA_CA', () => {
  it('send deliveries through the proxy to endpoints with a private CA; its refusals are reported and retried', async () => {
    const webhook = { url: `https://localhost:${receiver.port}/hook`, events: ['payment.pending'] };
    const id = String((await client.post('/v1/webhooks', webhook)).body['id']);
    proxy.refuse(() => (proxy.asked.length === 1 ? 407 : undefined));
    await client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    const delivery = await eventually(async () => {
      const { body } = await client.get(`/v1/webhooks/${id}/deliveries`);
      const [found] = body['data'] as { status: string; attempts: { error: string | null; detail: string | null }[] }[];
      expect(found?.status).toBe('delivered');
      return found;
    });
    expect(delivery?.attempts.map(({ error, detail }) => [error, detail])).toEqual([
      ['proxy_error', 'the proxy answered 407'],
      [null, null],
    ]);
    expect(receiver.requests[0]?.headers.host).toBe(`localhost:${receiver.port}`);
    for (const { authority, authorization } of proxy.asked) {
      expect(authority).toMatch(new RegExp(`^(127\\.0\\.0\\.1|\\[::1\\]):${receiver.port}$`));
      expect(authorization).toBe(`Basic ${Buffer.from(`svc:${PASSWORD}`).toString('base64')}`);
    }
  });

  it('send endpoint tests the same way; their diagnosis names the proxy and nothing reveals its password', async () => {
    const webhook = { url: `${receiver.url}/tested`, events: ['payment.failed'] };
    const id = String((await client.post('/v1/webhooks', webhook)).body['id']);
    proxy.refuse(() => 502);
    const tested = await client.post(`/v1/webhooks/${id}/test`);
    expect(tested.body).toMatchObject({
      delivered: false,
      error: { code: 'proxy_error', detail: 'the proxy answered 502' },
      diagnosis: [expect.stringContaining('proxy')],
    });
    const told = [...stack.logs(), JSON.stringify(await stack.query('SELECT * FROM delivery_attempts'))].join('\n');
    expect(told).not.toContain(PASSWORD);
    expect(told).not.toContain(Buffer.from(`svc:${PASSWORD}`).toString('base64'));
  });
});
