import { answer, startNameServer, startReceiver, type Receiver } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAttempt, newRefund } from '../../test/attempts.js';
import { DnsSource } from '../platform/dns/dns-source.js';
import { HostNames } from '../platform/dns/host-names.js';
import { socketLookup } from '../platform/dns/name-resolution.js';
import { AcquirerClient } from './acquirer-client.js';
import { HttpProcessor } from './http-processor.js';
import type { ProcessorAttempt, RefundRequest } from './payment-processor.js';

const attempt = newAttempt({
  ...{ environmentId: 12, paymentId: '700', reference: '701', amountValue: 1999, currency: 'EUR' },
  ...{ captureMethod: 'manual', metadata: { sandbox: 'decline:by_metadata' } },
  trace: '4bf92f3577b34da6a3ce929d0e0e4736-01',
  paymentMethodToken: () => Promise.resolve('tok_visa'),
});
const approved = { reference: '00-12-701', operation: 'authorize', status: 'approved' };
const headers = { 'content-type': 'application/json; charset=utf-8' };
const json = (body: unknown, status = 200) => answer(status, { headers, body: JSON.stringify(body) });

let gateway: Receiver;
let client: AcquirerClient;
let processor: HttpProcessor;
let logged: Record<string, unknown>[];

beforeAll(async () => {
  gateway = await startReceiver();
  const url = `${gateway.url}/svc/v1/`;
  client = new AcquirerClient({ url, apiKey: 'acq_secret', timeoutMs: 1_000, ca: gateway.caPem });
});

afterAll(async () => {
  await client.close();
  await gateway.close();
});

beforeEach(() => {
  gateway.requests.length = 0;
  logged = [];
  processor = new HttpProcessor(client, [], { warn: (line: unknown) => void logged.push(line as (typeof logged)[0]) });
});

const sent = () => gateway.requests.map(({ method, path, parsed }) => [method, path, parsed]);

describe('requests to an acquirer', () => {
  it('contain the idempotency key, the API key, the trace and the body of the contract', async () => {
    gateway.respond('/svc/v1/authorizations', json(approved));
    expect(await processor.authorize(attempt)).toEqual({ kind: 'approved' });
    const amount = { value: 1999, currency: 'EUR' };
    const authorization = { payment: 'pay_700', amount, captureMethod: 'manual', paymentMethodToken: 'tok_visa' };
    expect(sent()).toEqual([['POST', '/svc/v1/authorizations', authorization]]);
    expect(gateway.requests[0]?.headers).toMatchObject({
      'idempotency-key': '00-12-701',
      authorization: 'Bearer acq_secret',
      'content-type': 'application/json',
      traceparent: expect.stringMatching(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/) as string,
    });
  });

  it.each([
    ['1.3', {}],
    [
      '1.4',
      {
        customer: { id: 'cust_41', email: 'ada@example.com' },
        description: 'Order 1042',
        initiator: 'merchant',
        returnUrl: 'https://pay.example.com/payments/return/700',
      },
    ],
  ] as const)('contain the details of 1.4 only for a gateway of 1.4: %s', async (contractVersion, details) => {
    const returnUrl = (of: ProcessorAttempt) => `https://pay.example.com/payments/return/${of.paymentId}`;
    const known = { id: '41', email: 'ada@example.com' };
    const described = { ...attempt, description: 'Order 1042', customer: known, initiator: 'merchant' } as const;
    gateway.respond('/svc/v1/authorizations', json(approved));
    const versioned = new HttpProcessor(client, [], { warn: () => {} }, { contractVersion, returnUrl });
    expect(await versioned.authorize(described)).toEqual({ kind: 'approved' });
    const amount = { value: 1999, currency: 'EUR' };
    const always = { payment: 'pay_700', amount, captureMethod: 'manual', paymentMethodToken: 'tok_visa' };
    expect(gateway.requests[0]?.parsed).toEqual({ ...always, ...details });
  });

  it('contain no customer and no description if the payment has none', async () => {
    gateway.respond('/svc/v1/authorizations', json(approved));
    await new HttpProcessor(client, [], { warn: () => {} }, { contractVersion: '1.4' }).authorize(attempt);
    expect(Object.keys(gateway.requests[0]?.parsed as object)).not.toEqual(
      expect.arrayContaining(['customer', 'description']),
    );
    expect(gateway.requests[0]?.parsed).toMatchObject({ initiator: 'customer' });
  });

  it('contain the authorization that is captured, voided or refunded', async () => {
    const [capture, release] = (['capture', 'void'] as const).map((operation) => ({
      ...attempt,
      operation,
      reference: '702',
    }));
    const ofPayment = {
      origin: 'api' as const,
      paymentReference: '701',
      paymentExternalReference: null,
      paymentMetadata: {},
    };
    const refund: RefundRequest = { ...attempt, reference: '702', ...ofPayment };
    for (const [path, operation] of [
      ['captures', 'capture'],
      ['voids', 'void'],
      ['refunds', 'refund'],
    ]) {
      gateway.respond(`/svc/v1/${path}`, json({ reference: '00-12-702', operation, status: 'approved' }));
    }
    if (capture !== undefined) expect(await processor.capture(capture)).toEqual({ kind: 'approved' });
    if (release !== undefined) expect(await processor.void(release)).toEqual({ kind: 'approved' });
    expect(await processor.refund(refund)).toEqual({ kind: 'approved' });
    const amount = { value: 1999, currency: 'EUR' };
    expect(sent()).toEqual([
      ['POST', '/svc/v1/captures', { authorization: '00-12-701', amount }],
      ['POST', '/svc/v1/voids', { authorization: '00-12-701' }],
      ['POST', '/svc/v1/refunds', { authorization: '00-12-701', amount }],
    ]);
  });

  it('capture a part only of a gateway of 1.4: one of 1.3 could take everything', async () => {
    const part = { ...attempt, operation: 'capture', reference: '702', amountValue: 600 } as const;
    gateway.respond('/svc/v1/operations/00-12-702', json({ code: 'operation_not_found' }, 404));
    for (const isRepeat of [false, true]) {
      expect(await processor.capture({ ...part, isRepeat })).toEqual({ kind: 'unknown' });
    }
    expect(sent().map(([method]) => method)).toEqual(['GET', 'GET']);
    expect(processor.canCapturePart()).toBe(false);
    const versioned = new HttpProcessor(client, [], { warn: () => {} }, { contractVersion: '1.4' });
    gateway.respond('/svc/v1/captures', json({ reference: '00-12-702', operation: 'capture', status: 'approved' }));
    expect(await versioned.capture(part)).toEqual({ kind: 'approved' });
    expect(versioned.canCapturePart()).toBe(true);
    const amount = { value: 600, currency: 'EUR' };
    expect(sent().at(-1)).toEqual(['POST', '/svc/v1/captures', { authorization: '00-12-701', amount }]);
  });

  it('are preceded by an inquiry on a repeat, and only sent again if nothing was done', async () => {
    const repeat = { ...attempt, isRepeat: true };
    gateway.script('/svc/v1/operations/00-12-701', [
      json(approved),
      json({ code: 'operation_not_found' }, 404),
      // A wrong URL returns 404 as well, but not the acquirer's code.
      json({ error: 'Not Found' }, 404),
      500,
    ]);
    const kinds = [];
    for (let n = 0; n < 4; n += 1) kinds.push((await processor.authorize(repeat)).kind);
    expect(kinds).toEqual(['approved', 'approved', 'unknown', 'unknown']);
    expect(sent().map(([method]) => method)).toEqual(['GET', 'GET', 'POST', 'GET', 'GET']);
  });

  it.each([
    ['is left alone while a lost request may still arrive', 599_999, { kind: 'unknown' }],
    ['was not sent once no request can arrive any more', 600_000, { kind: 'declined', code: 'not_sent' }],
  ])(
    'are not sent again once the time of the payment is up: one that is not known %s',
    async (_, expiredForMs, outcome) => {
      const expired = { ...attempt, isRepeat: true, expiredForMs };
      gateway.script('/svc/v1/operations/00-12-701', [json({ code: 'operation_not_found' }, 404), json(approved), 500]);
      expect(await processor.authorize(expired)).toMatchObject(outcome);
      expect(await processor.authorize(expired)).toEqual({ kind: 'approved' });
      expect(await processor.authorize(expired)).toEqual({ kind: 'unknown' });
      expect(sent().map(([method]) => method)).toEqual(['GET', 'GET', 'GET']);
    },
  );

  it('are not sent again when the acquirer may have forgotten them', async () => {
    const startedAt = new Date(attempt.now.getTime() - 119 * 86_400_000);
    const refund = newRefund({
      ...{ environmentId: 12, reference: '702', isRepeat: true },
      startedAt,
      now: attempt.now,
    });
    const expired = { ...attempt, isRepeat: true, startedAt, expiredForMs: 86_400_000 };
    for (const reference of ['701', '702']) {
      gateway.respond(`/svc/v1/operations/00-12-${reference}`, json({ code: 'operation_not_found' }, 404));
    }
    expect(await processor.refund(refund)).toEqual({ kind: 'unknown' });
    expect(await processor.authorize(expired)).toEqual({ kind: 'unknown' });
    expect(sent().map(([method]) => method)).toEqual(['GET', 'GET']);
  });
});

it('a declined operation has its message in one line, without what turns the direction of a text', async () => {
  const message = 'a\r\nb\0c\u0085d\u202ee\u2066f';
  gateway.script('/svc/v1/authorizations', [json({ ...approved, status: 'declined', code: 'no', message })]);
  expect(await processor.authorize(attempt)).toEqual({ kind: 'declined', code: 'no', message: 'a  b c d e f' });
});

describe('a response that the contract does not define', () => {
  it.each([
    ['400', json({ message: 'declined' }, 400)],
    ['402 with an operation', json({ ...approved, status: 'declined', code: 'no', message: 'no' }, 402)],
    ['404 to a request', json({ code: 'operation_not_found' }, 404)],
    ['409', json({ message: 'declined' }, 409)],
    ['201 with an operation', json(approved, 201)],
    ['an unknown status', json({ ...approved, status: 'settled' })],
    ['another reference', json({ ...approved, reference: '00-12-702' })],
    ['another operation', json({ ...approved, operation: 'void' })],
    ['no body', 200],
    ['no UTF-8', answer(200, { headers, body: Buffer.from([0x22, 0xff, 0x22]) })],
    ['no media type', answer(200, { body: JSON.stringify(approved) })],
    [
      'HTML by its media type',
      answer(200, { headers: { 'content-type': 'text/html' }, body: JSON.stringify(approved) }),
    ],
    ...[
      'https://[',
      'https://user:pw@evil.example/%0d%0aX:1',
      'https://user@evil.example/',
      'https://bank.example:99999/',
    ].map((actionUrl): [string, ReturnType<typeof json>] => [
      `the page ${actionUrl}`,
      json({ ...approved, status: 'requires_action', actionUrl }),
    ]),
    ['a status twice', answer(200, { headers, body: '{"status":"declined",' + JSON.stringify(approved).slice(1) })],
  ])('%s: the outcome is unknown, and the log has the reason', async (_what, reply) => {
    gateway.script('/svc/v1/authorizations', [reply]);
    expect(await processor.authorize(attempt)).toEqual({ kind: 'unknown' });
    expect(logged).toMatchObject([{ event: 'acquirer_unclear', attempt: '701', operation: 'authorize' }]);
    expect(JSON.stringify(logged)).not.toContain('acq_secret');
  });

  it.each([401, 403])('%s: the processor refuses the key', async (status) => {
    gateway.script('/svc/v1/authorizations', [json({ message: 'who is this?' }, status)]);
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'later', reason: 'unauthorized' });
    expect(logged).toMatchObject([{ event: 'acquirer_unclear', attempt: '701', reason: `status ${status}` }]);
  });

  it('endless interim responses: aborts at once', async () => {
    const patient = new AcquirerClient({ url: gateway.url, apiKey: 'k', timeoutMs: 60_000, ca: gateway.caPem });
    gateway.respond('/authorizations', ({ socket }) => {
      socket?.on('error', () => {}).write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(6));
    });
    const log = { warn: (line: unknown) => void logged.push(line as (typeof logged)[0]) };
    expect(await new HttpProcessor(patient, [], log).authorize(attempt)).toEqual({ kind: 'unknown' });
    expect(logged).toMatchObject([{ reason: 'too many interim responses' }]);
    await patient.close();
  });

  it('a capture that requires action', async () => {
    const capture = { ...attempt, operation: 'capture' as const };
    const asks = { ...approved, operation: 'capture', status: 'requires_action', actionUrl: 'https://bank.example/' };
    gateway.script('/svc/v1/captures', [json(asks)]);
    expect(await processor.capture(capture)).toEqual({ kind: 'unknown' });
  });

  it('a page that no customer can be sent to: the log says so, and the next inquiry counts', async () => {
    const asks = { ...approved, status: 'requires_action' };
    const known = [json({ ...asks, actionUrl: 'https://[' }), json({ ...asks, actionUrl: 'https://bank.example/3ds' })];
    gateway.script('/svc/v1/operations/00-12-701', known);
    expect(await processor.getStatus(attempt)).toEqual({ kind: 'unknown' });
    expect(logged).toMatchObject([{ reason: 'an actionUrl that no customer can be sent to' }]);
    expect(await processor.getStatus(attempt)).toMatchObject({ url: 'https://bank.example/3ds' });
  });

  it('an invalid certificate: sends nothing', async () => {
    const impostor = await startReceiver({ certificate: 'unknown_authority' });
    const { url, caPem: ca } = impostor;
    const wary = new AcquirerClient({ url, apiKey: 'acq_secret', timeoutMs: 1_000, ca });
    expect(await new HttpProcessor(wary, [], { warn: () => {} }).authorize(attempt)).toEqual({ kind: 'unknown' });
    expect(impostor.requests).toEqual([]);
    await wary.close();
    await impostor.close();
  });
});

it("resolves the acquirer's name with the given look-up, which blocks no thread", async () => {
  const server = await startNameServer();
  server.respond(({ name }) => (name === 'receiver.test' ? { addresses: ['127.0.0.1'] } : 'nxdomain'));
  const lookup = socketLookup(new HostNames(new DnsSource({ servers: [server.address] })));
  const url = `https://receiver.test:${gateway.port}/svc/v1`;
  const named = new AcquirerClient({ url, apiKey: 'acq_secret', timeoutMs: 1_000, ca: gateway.caPem, lookup });
  gateway.script('/svc/v1/operations/00-12-701', [json(approved)]);
  expect(await named.find('00-12-701', null)).toMatchObject({ kind: 'operation' });
  expect(server.asked.map(({ name }) => name)).toContain('receiver.test');
  const nowhere = new AcquirerClient({ url: 'https://gone.test', apiKey: 'acq_secret', timeoutMs: 1_000, lookup });
  expect(await nowhere.find('00-12-701', null)).toEqual({ kind: 'unclear', reason: 'gone.test does not resolve' });
  await Promise.all([named.close(), nowhere.close(), server.close()]);
});

describe('a pending operation of an acquirer', () => {
  it.each([
    [0, 2_000],
    [5_000, 5_000],
    [86_400_000, 3_600_000],
  ])('is inquired again: %d ms after the start, in %d ms', async (elapsedMs, checkAfterMs) => {
    gateway.script('/svc/v1/operations/00-12-701', [json({ ...approved, status: 'pending' })]);
    const now = new Date(attempt.startedAt.getTime() + elapsedMs);
    expect(await processor.getStatus({ ...attempt, now })).toEqual({ kind: 'pending', checkAfterMs });
  });
});

describe('a page of the statement', () => {
  const page = { data: [], nextCursor: null };

  it.each([
    ['page', '200 with a page', json(page)],
    ['unclear', '200 with a page as HTML', answer(200, { body: JSON.stringify(page) })],
    ['cannot_list', '501 with the code for that', json({ code: 'cannot_list' }, 501)],
    ['unclear', '501 with another code', json({ code: 'not_implemented' }, 501)],
    ['unavailable', '503', json({ code: 'cannot_list' }, 503)],
    ['unclear', '400', json({ message: 'no' }, 400)],
  ])('is %s after %s', async (kind, _what, reply) => {
    gateway.respond('*', reply);
    expect(await processor.readStatement({ from: attempt.startedAt, to: new Date(), position: null })).toMatchObject({
      kind,
    });
  });
});
