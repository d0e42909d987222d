import type { Socket } from 'node:net';
import * as testing from '@svc/testing';
import { describe, expect, test, vi } from 'vitest';
import { receiver, response, sender } from '../../../test/senders.js';
import type { Names } from '../../platform/dns/host-names.js';

const accountId = '1';
const body = Buffer.from('{"id":"evt_1","name":"Zoë"}', 'utf8');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('endless bodies', () => {
  test('row 18: 1 GB is acknowledged by its head, and read up to the limit', async () => {
    const endpoint = await receiver();
    let sent: Socket | undefined;
    endpoint.respond('*', (reply, request, connection) => {
      sent = connection;
      return testing.flood(1_073_741_824)(reply, request, connection);
    });
    const client = await sender({ bodyTimeoutMs: 5_000 });
    const memory = process.memoryUsage().rss;
    const outcome = response(await client.send({ accountId, url: endpoint.url, headers: {}, body }));
    expect(outcome.statusCode).toBe(200);
    expect(outcome.responseExcerpt).toBe('x'.repeat(16_384));
    await vi.waitFor(() => expect(sent?.destroyed).toBe(true));
    expect(sent?.bytesWritten).toBeLessThan(16 * 1_048_576);
    expect(endpoint.connections).toBe(1);
    expect(process.memoryUsage().rss - memory).toBeLessThan(64 * 1_048_576);
  });

  test('row 18: a gzip bomb is neither decompressed nor read to its end', async () => {
    const endpoint = await receiver();
    let sent: Socket | undefined;
    endpoint.respond('*', (reply, request, connection) => {
      sent = connection;
      return testing.gzipBomb(268_435_456)(reply, request, connection);
    });
    const client = await sender({ bodyTimeoutMs: 5_000 });
    const memory = process.memoryUsage().rss;
    const outcome = response(await client.send({ accountId, url: endpoint.url, headers: {}, body }));
    expect(outcome.statusCode).toBe(200);
    expect(Buffer.byteLength(outcome.responseExcerpt)).toBeLessThanOrEqual(16_384);
    expect(process.memoryUsage().rss - memory).toBeLessThan(64 * 1_048_576);
    await vi.waitFor(() => expect(sent?.destroyed).toBe(true));
  });

  test('row 18: a slow drip takes at most bodyTimeoutMs, which durationMs excludes', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.drip(200, 20));
    const begun = performance.now();
    const client = await sender({ bodyTimeoutMs: 300 });
    const outcome = response(await client.send({ accountId, url: endpoint.url, headers: {}, body }));
    expect(outcome).toMatchObject({ statusCode: 200, responseExcerpt: expect.stringMatching(/^\.+$/) as string });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(outcome.durationMs).toBeLessThan(250);
  });

  test('row 18: the whole request never takes longer than timeoutMs', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.drip(200, 20));
    const begun = performance.now();
    const client = await sender({ timeoutMs: 400, bodyTimeoutMs: 10_000 });
    expect(response(await client.send({ accountId, url: endpoint.url, headers: {}, body })).statusCode).toBe(200);
    expect(performance.now() - begun).toBeLessThan(800);
  });

  test('a body that is cut off after a 200 is a 200', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', (reply, _, connection) => {
      reply.writeHead(200, { 'Content-Length': '100' }).write('half');
      setTimeout(() => connection.resetAndDestroy(), 50);
    });
    const outcome = response(await (await sender()).send({ accountId, url: endpoint.url, headers: {}, body }));
    expect(outcome).toMatchObject({ statusCode: 200, responseExcerpt: 'half' });
  });
});

describe('the timeout', () => {
  test('row 17: a response just before it counts', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.answer(200, { delayMs: 500 }));
    const outcome = response(
      await (await sender({ timeoutMs: 800 })).send({ accountId, url: endpoint.url, headers: {}, body }),
    );
    expect(outcome.statusCode).toBe(200);
    expect(outcome.durationMs).toBeGreaterThanOrEqual(490);
  });

  test('row 17: a missing response is a timeout; the connection is closed and no other one opened', async () => {
    const endpoint = await receiver();
    let hanging: Socket | undefined;
    endpoint.respond('*', (_, __, connection) => {
      hanging = connection;
    });
    const outcome = await (await sender({ timeoutMs: 300 })).send({ accountId, url: endpoint.url, headers: {}, body });
    expect(outcome).toMatchObject({ kind: 'error', error: 'timeout', detail: 'no answer within 300 ms', sent: true });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(295);
    await vi.waitFor(() => expect(hanging?.destroyed).toBe(true));
    await pause(100);
    expect(endpoint.connections).toBe(1);
  });

  test('early hints are not a response', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', (reply) => reply.writeEarlyHints({ link: '</style.css>; rel=preload' }));
    const outcome = await (await sender({ timeoutMs: 300 })).send({ accountId, url: endpoint.url, headers: {}, body });
    expect(outcome).toMatchObject({ kind: 'error', error: 'timeout', sent: true });
  });

  test('a request without a free connection in time is not sent, and is not sent later', async () => {
    const endpoint = await receiver();
    endpoint.script('/', [testing.answer(200, { delayMs: 600 })]);
    // The first connection is free again just before the second request gives up; another one is not open by then.
    let lookups = 0;
    const late: Names = {
      addressesOf: async () => {
        lookups += 1;
        if (lookups > 1) await pause(600);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    };
    const client = await sender({ connectionsPerOrigin: 1, timeoutMs: 400, names: late });
    const url = `https://receiver.test:${endpoint.port}/`;
    const [, second] = await Promise.all([0, 1].map(() => client.send({ accountId, url, headers: {}, body })));
    expect(second).toMatchObject({
      kind: 'error',
      error: 'timeout',
      detail: 'no connection within 400 ms',
      sent: false,
    });
    await pause(800);
    expect(endpoint.requests).toHaveLength(1);
  });

  test('the next request succeeds after a timeout', async () => {
    const endpoint = await receiver();
    endpoint.script('/', [testing.hang]);
    const client = await sender({ connectionsPerOrigin: 1, timeoutMs: 300 });
    await client.send({ accountId, url: endpoint.url, headers: {}, body });
    expect(response(await client.send({ accountId, url: endpoint.url, headers: {}, body })).statusCode).toBe(200);
  });
});

describe('connections', () => {
  test('are reused', async () => {
    const endpoint = await receiver();
    const client = await sender();
    for (let n = 0; n < 5; n += 1) {
      await client.send({ accountId, url: endpoint.url, headers: {}, body });
      await pause(5);
    }
    expect(endpoint.requests).toHaveLength(5);
    expect(endpoint.connections).toBe(1);
  });

  test('closed while idle by the endpoint lose no request and repeat none', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.answerAndClose);
    const client = await sender();
    for (let n = 0; n < 20; n += 1) {
      expect(await client.send({ accountId, url: endpoint.url, headers: {}, body })).toMatchObject({ statusCode: 200 });
      await pause(n);
    }
    expect(endpoint.requests).toHaveLength(20);
  });

  test('cut during a request are not tried again within the attempt', async () => {
    const endpoint = await receiver();
    endpoint.script('/', [200, testing.reset]);
    const client = await sender();
    await client.send({ accountId, url: endpoint.url, headers: {}, body });
    expect(await client.send({ accountId, url: endpoint.url, headers: {}, body })).toMatchObject({
      error: 'connection_reset',
      sent: true,
    });
    await pause(50);
    expect(endpoint.requests).toHaveLength(2);
  });

  test('are limited per origin', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.answer(200, { delayMs: 20 }));
    const client = await sender({ connectionsPerOrigin: 3 });
    const all = await Promise.all(
      Array.from({ length: 30 }, () => client.send({ accountId, url: endpoint.url, headers: {}, body })),
    );
    expect(all.every((outcome) => outcome.kind === 'response')).toBe(true);
    expect(endpoint.connections).toBeLessThanOrEqual(3);
  });

  test('to a hanging endpoint do not delay those to another', async () => {
    const [hanging, healthy] = [await receiver(), await receiver()];
    hanging.respond('*', testing.hang);
    const client = await sender({ timeoutMs: 1_000 });
    const slow = Array.from({ length: 50 }, () => client.send({ accountId, url: hanging.url, headers: {}, body }));
    await vi.waitFor(() => expect(hanging.requests.length).toBeGreaterThan(0));
    const outcome = response(await client.send({ accountId, url: healthy.url, headers: {}, body }));
    expect(outcome.durationMs).toBeLessThan(500);
    await Promise.all(slow);
  });
});

describe('shutdown', () => {
  test('close waits for requests in flight and refuses new ones', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.answer(200, { delayMs: 200 }));
    const client = await sender();
    const sending = client.send({ accountId, url: endpoint.url, headers: {}, body });
    await endpoint.waitFor(() => true);
    await client.close();
    expect(response(await sending).statusCode).toBe(200);
    expect(await client.send({ accountId, url: endpoint.url, headers: {}, body })).toMatchObject({
      error: 'aborted',
      sent: false,
    });
    expect(endpoint.requests).toHaveLength(1);
  });
});
