import { answer, drip, hang, reset, startReceiver, type Receiver } from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../webhooks.js';
import { Forwarder } from './forwarder.js';

const event = {
  id: 'evt_1',
  body: Buffer.from('{"id":"evt_1","type":"webhook.test","created":"","data":{"note":"ü"}}'),
};
const made = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let handler: Receiver;
let secure: Receiver;

beforeAll(async () => {
  [handler, secure] = await Promise.all([startReceiver({ tls: false }), startReceiver()]);
});

afterAll(() => Promise.all([handler.close(), secure.close()]));

function forwarder({ path = '/', secret = made, to = handler.url, skipVerify = false } = {}): Forwarder {
  return new Forwarder(new URL(path, to), secret, skipVerify, 500);
}

describe('what is forwarded', () => {
  it.each([made, 'a secret of mine', 'whsec_!'])('is verified as a delivery is, with the secret %s', async (secret) => {
    const outcome = await forwarder({ secret, path: '/hooks?a=b' }).forward(event);
    expect(outcome).toEqual({ acknowledged: true, status: 200, ms: expect.any(Number) as number, reason: null });
    const request = handler.requests.at(-1);
    expect([request?.method, request?.path, request?.rawBody]).toEqual(['POST', '/hooks?a=b', event.body]);
    for (const options of [{}, { tolerance: 10 }]) {
      const verified = await verify(request?.rawBody ?? '', request?.headers ?? {}, secret, options);
      expect(verified.id).toBe('evt_1');
    }
    await expect(verify(request?.rawBody ?? '', request?.headers ?? {}, 'another secret')).rejects.toThrow();
  });

  it('is verified by the library of Standard Webhooks', async () => {
    await forwarder().forward(event);
    const { rawBody, headers } = handler.requests.at(-1) ?? expect.fail('nothing came');
    expect(new Webhook(made).verify(rawBody.toString(), headers as Record<string, string>)).toMatchObject({
      id: 'evt_1',
    });
  });

  it.each<[string, Parameters<Receiver['respond']>[1], number | null, RegExp]>([
    ['/created', 201, 201, /^only 200 acknowledges, unless a webhook says acknowledgeOn 2xx$/],
    ['/moved', answer(302, { headers: { Location: '/' } }), 302, /^redirects are not followed$/],
    ['/failed', answer(500, { body: 'TypeError:\n\u001b[31m x' }), 500, /^not acknowledged: TypeError: \[31m x$/],
    ['/reset', reset, null, /hang up|ECONNRESET/],
    ['/hangs', hang, null, /^no answer within 0.5 s$/],
  ])('and answered at %s is reported, once', async (path, reply, status, reason) => {
    handler.respond(path, reply);
    const before = handler.requests.length;
    const outcome = await forwarder({ path }).forward(event);
    expect(outcome).toMatchObject({ acknowledged: false, status, reason: expect.stringMatching(reason) as string });
    expect(handler.requests.length).toBe(before + 1);
  });

  it('is acknowledged by the head of the answer, however long the rest takes', async () => {
    handler.respond('/drips', drip());
    expect((await forwarder({ path: '/drips' }).forward(event)).acknowledged).toBe(true);
  });

  it('goes nowhere when nobody listens, and says so', async () => {
    const gone = await startReceiver({ tls: false });
    const to = gone.url;
    await gone.close();
    const { reason } = await forwarder({ to }).forward(event);
    expect(reason).toBe('nobody listens there (ECONNREFUSED)');
  });

  it('goes to a handler whose certificate nobody vouches for only when told to', async () => {
    expect(await forwarder({ to: secure.url }).forward(event)).toMatchObject({ acknowledged: false, status: null });
    expect(secure.requests).toEqual([]);
    expect((await forwarder({ to: secure.url, skipVerify: true }).forward(event)).acknowledged).toBe(true);
  });
});
