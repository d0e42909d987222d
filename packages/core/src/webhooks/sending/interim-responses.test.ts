import type { Socket } from 'node:net';
import { startReceiver } from '@svc/testing';
import type * as testing from '@svc/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DnsSource } from '../../platform/dns/dns-source.js';
import { HostNames } from '../../platform/dns/host-names.js';
import { AddressPolicy } from './address-policy.js';
import { WebhookSender } from './sender.js';

const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n';
const PROCESSING = 'HTTP/1.1 102 Processing\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const cutOff = { kind: 'error', error: 'too_many_interim_responses', sent: true };

const names = new HostNames(new DnsSource());
let endpoint: testing.Receiver;
let sender: WebhookSender;
const connections: Socket[] = [];

beforeEach(async () => {
  endpoint = await startReceiver();
  const policy = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
  // None of these tests waits for the timeout.
  sender = new WebhookSender({ policy, names, timeoutMs: 60_000, ca: endpoint.caPem, connectionsPerOrigin: 1 });
});

afterEach(async () => {
  await sender.close();
  await endpoint.close();
  connections.length = 0;
});

const send = () => sender.send({ accountId: '1', url: endpoint.url, headers: {}, body: Buffer.from('{}') });

/** Writes a beginning, then a block again and again for as long as the connection lasts. */
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

/** Writes interim responses, then answers. */
function answerAfter(interim: string): testing.Responder {
  return (response) => {
    response.socket?.write(interim);
    response.writeHead(200).end('ok');
  };
}

describe('row 37: what comes without a final response is cut off long before the timeout', () => {
  test.each([
    ['102', PROCESSING],
    ['103', EARLY_HINTS],
    ['blank lines', '\r\n'],
    ['a reason phrase', 'x', 'HTTP/1.1 200 '],
  ])('%s without end', async (_, block, beginning = '') => {
    endpoint.respond('*', endlessly(block, beginning));
    expect(await send()).toMatchObject(cutOff);
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
    // What the kernel of either side holds, and little more.
    expect(connections[0]?.bytesWritten).toBeLessThan(16 * 1_048_576);
  });

  test.each(['101 Switching Protocols', '100 Continue'])('%s without end', async (status) => {
    endpoint.respond('*', endlessly(`HTTP/1.1 ${status}\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n`));
    expect(await send()).toMatchObject({ kind: 'error', error: 'protocol_error', sent: true });
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
  });

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n'],
    ['trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n'],
  ])('tiny %s by the thousand cost little', async (_, beginning) => {
    const tiny = beginning + 'X-A: b\r\n'.repeat(7_000);
    endpoint.respond('*', ({ socket }) => void socket?.on('error', () => {}).write(tiny));
    const costs: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const before = process.cpuUsage();
      await send();
      costs.push(process.cpuUsage(before).user / 1_000);
    }
    // 40 ms where each header behind the limit is an error of its own.
    expect(Math.min(...costs)).toBeLessThan(20);
  });

  test('the sixth interim response is one too many, the fifth is not', async () => {
    endpoint.script('/', [answerAfter(EARLY_HINTS.repeat(5)), answerAfter(EARLY_HINTS.repeat(6))]);
    expect(await send()).toMatchObject({ kind: 'response', statusCode: 200, responseExcerpt: 'ok' });
    expect(await send()).toMatchObject(cutOff);
  });

  test('64 KiB are too many also in five interim responses', async () => {
    const large = EARLY_HINTS.replace('</style.css>', `<${'x'.repeat(14_000)}>`);
    endpoint.script('/', [answerAfter(large.repeat(4)), endlessly('\r\n', large.repeat(4))]);
    expect(await send()).toMatchObject({ kind: 'response', statusCode: 200 });
    expect(await send()).toMatchObject(cutOff);
  });

  test('what was counted for one request does not count for the next on its connection', async () => {
    const large = EARLY_HINTS.replace('</style.css>', `<${'x'.repeat(10_000)}>`);
    endpoint.respond('*', answerAfter(large.repeat(5)));
    for (let n = 0; n < 4; n += 1) expect(await send()).toMatchObject({ kind: 'response', statusCode: 200 });
    expect(endpoint.connections).toBe(1);
  });

  test('an endpoint that sends on after its answer is cut off as well', async () => {
    endpoint.respond('*', endlessly('\r\n', OK));
    expect(await send()).toMatchObject({ kind: 'response', statusCode: 200 });
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
  });
});
