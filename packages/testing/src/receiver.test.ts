import { existsSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startReceiver, type Receiver, type ReceiverOptions } from './receiver.js';
import * as replies from './replies.js';

const open: Receiver[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

async function started(options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await startReceiver(options);
  open.push(receiver);
  return receiver;
}

interface Answer {
  readonly status: number | undefined;
  readonly body: Buffer;
}

/** POSTs on a new connection; reads at most `limit` bytes of the response. */
function post(receiver: Receiver, path: string, body = '{}', headers = {}, limit = Infinity): Promise<Answer> {
  const options: RequestOptions = { method: 'POST', ca: receiver.caPem, agent: false, headers };
  return new Promise((resolve, reject) => {
    const sent = request(receiver.url + path, options, (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      const answer = (): void => resolve({ status: response.statusCode, body: Buffer.concat(chunks) });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (Buffer.concat(chunks).length >= limit) {
          answer();
          sent.destroy();
        }
      });
      response.on('end', answer).on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}

const failure = (sending: Promise<Answer>): Promise<unknown> =>
  sending.then(
    () => 'answered',
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('what it records', () => {
  test('method, path, headers, the bytes, and the JSON in them', async () => {
    const receiver = await started();
    await post(receiver, '/hook?x=1', '{"name":"Zoë"}', { 'Svc-Event-Id': 'evt_1' });
    await post(receiver, '/other', 'no json');
    expect(receiver.requests).toMatchObject([
      { n: 1, method: 'POST', path: '/hook?x=1', headers: { 'svc-event-id': 'evt_1' }, parsed: { name: 'Zoë' } },
      { n: 2, path: '/other', parsed: undefined },
    ]);
    expect(receiver.requests[0]?.rawBody).toEqual(Buffer.from('{"name":"Zoë"}'));
  });

  test('how often each event arrived, and whether always with the same bytes', async () => {
    const receiver = await started();
    for (const [id, body] of [
      ['evt_1', '{"a":1}'],
      ['evt_2', '{"a":1}'],
      ['evt_1', '{"a":1}'],
      ['evt_2', '{"a": 1}'],
    ] as const) {
      await post(receiver, '/', body, { 'Svc-Event-Id': id });
    }
    expect(receiver.ledger().get('evt_1')).toMatchObject({ count: 2, sameBytes: true });
    expect(receiver.ledger().get('evt_2')).toMatchObject({ count: 2, sameBytes: false });
  });
});

describe('how it responds', () => {
  test('with 200 by default, or as set for a path or for all others', async () => {
    const receiver = await started();
    receiver.respond('*', 503);
    receiver.respond('/a', 201);
    expect((await post(receiver, '/a?x=1')).status).toBe(201);
    expect((await post(receiver, '/b')).status).toBe(503);
    expect((await post(await started(), '/')).status).toBe(200);
  });

  test('from a script, then as before', async () => {
    const receiver = await started();
    receiver.script('/a', [500, 503]);
    const statuses: unknown[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await post(receiver, '/a')).status);
    expect(statuses).toEqual([500, 503, 200]);
  });

  test('with headers and a body, after a delay', async () => {
    const receiver = await started();
    receiver.respond('/a', replies.answer(202, { body: 'later', delayMs: 100 }));
    const begun = performance.now();
    expect(await post(receiver, '/a')).toEqual({ status: 202, body: Buffer.from('later') });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(95);
  });
});

describe('faults', () => {
  test.each([
    ['reset', replies.reset, 'ECONNRESET'],
    ['hang up', replies.hangUp, 'ECONNRESET'],
    ['gibberish', replies.gibberish, 'HPE_INVALID_CONSTANT'],
  ] as const)('%s', async (_, fault, code) => {
    const receiver = await started();
    receiver.respond('/a', fault);
    expect(await failure(post(receiver, '/a'))).toBe(code);
    expect(receiver.requests).toHaveLength(1);
  });

  test('hang', async () => {
    const receiver = await started();
    receiver.respond('/a', replies.hang);
    const sending = failure(post(receiver, '/a'));
    expect(await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 200, 'still open'))])).toBe(
      'still open',
    );
    await Promise.all(open.splice(0).map((each) => each.close()));
    expect(await sending).toBe('ECONNRESET');
  });

  test('a slow drip and a flood continue', async () => {
    const receiver = await started();
    receiver.respond('/drip', replies.drip(200, 5));
    receiver.respond('/flood', replies.flood(1_073_741_824));
    expect((await post(receiver, '/drip', '', {}, 3)).body.toString()).toMatch(/^\.{3,}$/);
    expect((await post(receiver, '/flood', '', {}, 1_000_000)).body.length).toBeGreaterThanOrEqual(1_000_000);
  });

  test('a gzip bomb is small and unpacks large', async () => {
    const receiver = await started();
    receiver.respond('/a', replies.gzipBomb(16_777_216));
    const { body } = await post(receiver, '/a');
    expect(body.length).toBeLessThan(100_000);
    expect(gunzipSync(body)).toHaveLength(16_777_216);
  });

  test.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrong_host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['unknown_authority', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const)('a certificate that is %s', async (certificate, code) => {
    expect(await failure(post(await started({ certificate }), '/'))).toBe(code);
  });
});

describe('waitFor', () => {
  test('finds earlier and later requests', async () => {
    const receiver = await started();
    const coming = receiver.waitFor(({ path }) => path === '/b');
    await post(receiver, '/a');
    await post(receiver, '/b');
    expect((await coming).n).toBe(2);
    expect((await receiver.waitFor(({ path }) => path === '/a')).n).toBe(1);
  });

  test('gives up at the timeout and reports what was received', async () => {
    const receiver = await started();
    await post(receiver, '/a', '{}', { 'Svc-Event-Id': 'evt_1' });
    await expect(receiver.waitFor(({ path }) => path === '/b', 50)).rejects.toThrow(/within 50 ms.*POST \/a evt_1/);
  });
});

test('the file of the authority is shared, and deleted with its last receiver', async () => {
  // A stack that earlier files of this process share keeps the authority of the other module.
  vi.resetModules();
  const fresh = await import('./receiver.js');
  const [one, other] = await Promise.all([fresh.startReceiver(), fresh.startReceiver()]);
  expect(one.caFile).toBe(other.caFile);
  await one.close();
  expect(existsSync(other.caFile)).toBe(true);
  await other.close();
  expect(existsSync(other.caFile)).toBe(false);
});
