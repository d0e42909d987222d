import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { startReceiver } from '@svc/testing';
import type * as testing from '@svc/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DnsSource } from '../../platform/dns/dns-source.js';
import { HostNames } from '../../platform/dns/host-names.js';
import { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { WebhookSender } from './sender.js';

const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n';
const PROCESSING = 'HTTP/1.1 102 Processing\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const cutOff = { kind: 'error', error: 'too_many_interim_responses', sent: true };
const malformed = { kind: 'error', error: 'protocol_error', sent: true };
const answered = { kind: 'response', statusCode: 200 };

const names = new HostNames(new DnsSource());
let endpoint: testing.Receiver;
let sender: WebhookSender;
const connections: Socket[] = [];

beforeEach(async () => {
  endpoint = await startReceiver();
  const policy = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
  // No test reaches the timeout.
  sender = new WebhookSender({ policy, names, timeoutMs: 60_000, ca: endpoint.caPem, connectionsPerOrigin: 1 });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await sender.close();
  await endpoint.close();
  connections.length = 0;
});

const send = () => sender.send({ accountId: '1', url: endpoint.url, headers: {}, body: Buffer.from('{}') });

/** Writes a beginning, then a block again and again until the connection closes. */
function endlessly(block: string, beginning = ''): testing.Responder {
  return ({ socket }, _, connection) => {
    connections.push(connection);
    const blocks = block.repeat(Math.ceil(16_384 / block.length));
    const write = (): void => {
      while (socket?.writable === true && socket.write(blocks));
    };
    socket?.on('drain', write).on('error', () => {});
    socket?.write(beginning);
    write();
  };
}

/** Writes a beginning, then single bytes, `burst` of them at a time, each a TLS record, until the connection closes. */
function dripping(beginning: string, burst: number): testing.Responder {
  return ({ socket }, _, connection) => {
    connections.push(connection);
    connection.setNoDelay(true).on('error', () => {});
    const write = (): void => {
      if (socket?.writable !== true) return;
      for (let n = 0; n < burst; n += 1) socket.write('x');
      setTimeout(write, 1);
    };
    socket?.write(beginning);
    write();
  };
}

/** Writes interim responses, then a final one. */
function answerAfter(interim: string): testing.Responder {
  return (response) => {
    response.socket?.write(interim);
    response.writeHead(200).end('ok');
  };
}

const isOurs = (socket: unknown): boolean => socket instanceof TLSSocket && !connections.includes(socket);

/** Counts the bytes that undici reads from the endpoint. */
function countParsed(): () => number {
  const { contexts, results } = vi.spyOn(Socket.prototype, 'read').mock;
  return () => {
    const pieces = results.filter((_, n) => isOurs(contexts[n]));
    return pieces.reduce((sum, { value }) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0);
  };
}

describe('row 37: a response without a final head is cut off long before the timeout', () => {
  test.each([
    ['102', PROCESSING, cutOff, 2_048],
    ['103', EARLY_HINTS, cutOff, 2_048],
    ['blank lines', '\r\n', malformed, 2_048],
    ['a reason phrase', 'x', malformed, 66_560, 'HTTP/1.1 200 '],
  ])('%s without end', async (_, block, outcome, most, beginning = '') => {
    endpoint.respond('*', endlessly(block, beginning));
    const bytesParsed = countParsed();
    expect(await send()).toMatchObject(outcome);
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
    // Bounds the processor time, which cannot be measured: the endpoint runs in the same process.
    expect(bytesParsed()).toBeGreaterThan(0);
    expect(bytesParsed()).toBeLessThanOrEqual(most);
    // Roughly what the kernels of both sides buffer.
    expect(connections[0]?.bytesWritten).toBeLessThan(16 * 1_048_576);
  });

  test.each(['101 Switching Protocols', '100 Continue'])('%s without end', async (status) => {
    endpoint.respond('*', endlessly(`HTTP/1.1 ${status}\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n`));
    expect(await send()).toMatchObject({ kind: 'error', error: 'protocol_error', sent: true });
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
  });

  test('the sixth interim response is too many, the fifth is not', async () => {
    endpoint.script('/', [answerAfter(EARLY_HINTS.repeat(5)), answerAfter(EARLY_HINTS.repeat(6))]);
    expect(await send()).toMatchObject({ kind: 'response', statusCode: 200, responseExcerpt: 'ok' });
    expect(await send()).toMatchObject(cutOff);
  });

  test('64 KiB are too many even in five interim responses', async () => {
    const large = EARLY_HINTS.replace('</style.css>', `<${'x'.repeat(14_000)}>`);
    endpoint.script('/', [answerAfter(large.repeat(4)), endlessly('\r\n', large.repeat(4))]);
    expect(await send()).toMatchObject({ kind: 'response', statusCode: 200 });
    expect(await send()).toMatchObject(cutOff);
  });

  test('the count of one request does not carry over to the next on its connection', async () => {
    const large = EARLY_HINTS.replace('</style.css>', `<${'x'.repeat(10_000)}>`);
    endpoint.respond('*', answerAfter(large.repeat(5)));
    for (let n = 0; n < 4; n += 1) expect(await send()).toMatchObject({ kind: 'response', statusCode: 200 });
    expect(endpoint.connections).toBe(1);
  });

  test('an endpoint that keeps sending after its response is cut off too', async () => {
    endpoint.respond('*', endlessly('\r\n', OK));
    expect(await send()).toMatchObject({ kind: 'response', statusCode: 200 });
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
  });
});

describe('small pieces around the body are not parsed for long', () => {
  /** Counts the TLS records that arrive from the endpoint. */
  function countArrivals(): () => number {
    const { contexts } = vi.spyOn(Readable.prototype, 'push').mock;
    return () => contexts.filter(isOurs).length;
  }

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n', malformed, 8_192],
    ['headers after a long one', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_300)}\r\n`, 'a:\r\n', malformed, 24_576],
    ['trailers', `${CHUNKED}0\r\n`, 'X-A: b\r\n', answered, 8_192],
    ['chunks', CHUNKED, '1\r\na\r\n', answered, 8_192],
    ['chunk extensions', `${CHUNKED}1`, ';x=y', answered, 8_192],
  ])('%s without end', async (_, beginning, block, outcome, most) => {
    endpoint.respond('*', endlessly(block, beginning));
    const bytesParsed = countParsed();
    expect(await send()).toMatchObject(outcome);
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
    expect(bytesParsed()).toBeGreaterThan(0);
    expect(bytesParsed()).toBeLessThan(most);
  });

  test('the detail names the limit that a head exceeds', async () => {
    endpoint.respond('*', endlessly('X-A: b\r\n', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_300)}\r\n`));
    expect(await send()).toMatchObject({
      ...malformed,
      detail: 'more than 5 interim responses, 256 lines, 65536 bytes or 64 segments came before the body',
    });
  });

  describe.each([
    ['one a segment', 1],
    ['many records in one segment', 500],
  ])('single bytes, %s', (_, burst) => {
    const beginning = 'HTTP/1.1 200 OK\r\nX: ';
    test.each([
      ['of an endless head', beginning, malformed],
      ['of an endless body', CHUNKED + '10000\r\n', answered],
    ])('%s', async (__, first, outcome) => {
      endpoint.respond('*', dripping(first, burst));
      const arrivals = countArrivals();
      expect(await send()).toMatchObject(outcome);
      await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
      expect(arrivals()).toBeGreaterThan(1);
      expect(arrivals()).toBeLessThan(75);
    });
  });

  test('250 headers and a body of 10,000 lines in chunks are read to the end', async () => {
    const lines = '\n'.repeat(10_000);
    endpoint.respond('*', (response) => {
      for (let n = 0; n < 250; n += 1) response.setHeader(`X-${n}`, 'value');
      response.writeHead(200);
      for (let at = 0; at < lines.length; at += 100) response.write(lines.slice(at, at + 100));
      response.end();
    });
    for (let n = 0; n < 2; n += 1) expect(await send()).toMatchObject({ ...answered, responseExcerpt: lines });
    expect(endpoint.connections).toBe(1);
  });
});
