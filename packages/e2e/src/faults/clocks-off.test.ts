import {
  answer,
  createClient,
  eventually,
  startReceiver,
  startStack,
  type Client,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockOff } from './drill/faults.js';

const SECRET = 'a secret for ten minutes';
const TEN_MINUTES = 600_000;
/** The delay of a receiver that asks for one. Dates of HTTP have whole seconds. */
const ASKED_MS = 6_000;

let receiver: Receiver;
let stack: Stack;
let client: Client;

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack({ api: 0, worker: 0, env: { WEBHOOK_RETRY_DELAYS: '100ms,100ms,100ms' } });
  await Promise.all([stack.startApi(clockOff(-TEN_MINUTES)), stack.startWorker(clockOff(TEN_MINUTES))]);
  client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
});

afterAll(async () => {
  await stack.close();
  await receiver.close();
});

/** Refuses signatures that are more than five minutes off. */
function verify(body: string | Buffer, headers: object): void {
  new Webhook(Buffer.from(SECRET, 'utf8').toString('base64')).verify(body, headers as Record<string, string>);
}

describe('row 12: the clocks of the API and of the worker are ten minutes off', () => {
  it('a test of an endpoint is signed with the right time', async () => {
    const body = { url: `${receiver.url}/tested`, events: ['payment.pending'], secret: SECRET };
    const webhook = await client.post('/v1/webhooks', body);
    const tested = await client.post(`/v1/webhooks/${String(webhook.body['id'])}/test`);
    const { request } = tested.body as { request: { headers: object; body: string } };
    verify(request.body, request.headers);
  });

  it('attempts are signed with the right time, and a retry does not come before the date of Retry-After', async () => {
    await client.post('/v1/webhooks', { url: `${receiver.url}/busy`, events: ['payment.pending'], secret: SECRET });
    const asked = Math.ceil((Date.now() + ASKED_MS) / 1_000) * 1_000;
    receiver.script('/busy', [answer(503, { headers: { 'Retry-After': new Date(asked).toUTCString() } })]);
    await client.post('/v1/payments', {
      amount: { value: 1_000, currency: 'USD' },
      metadata: { sandbox: 'hold' },
    });
    const attempts = await eventually(
      () => {
        const received = receiver.requests.filter(({ path }) => path === '/busy');
        expect(received).toHaveLength(2);
        return received;
      },
      { timeoutMs: 45_000 },
    );
    for (const { rawBody, headers } of attempts) verify(rawBody, headers);
    expect(attempts[1]?.at.getTime()).toBeGreaterThanOrEqual(asked);
  });
});
