import { randomBytes } from 'node:crypto';
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerStatic } from './static-answer.js';

const text = Buffer.from(randomBytes(5_000).toString('hex'));
const picture = randomBytes(100);
let reads = 0;
let server: Server;

beforeAll(async () => {
  const app = express().set('etag', false);
  const read = () => {
    reads += 1;
    if (reads === 1) throw new Error('not now');
    return Promise.resolve(text);
  };
  app.get('/text', answerStatic({ type: 'text/plain; charset=utf-8', read }));
  app.get('/picture', answerStatic({ type: 'image/png', read: () => picture }));
  app.use(
    ((_error, _request, response, _next) => void response.status(500).end()) satisfies express.ErrorRequestHandler,
  );
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => void server.close());

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Unlike fetch, it does not decompress and adds no headers. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    get(url, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) });
        });
    }).once('error', reject);
  });
}

const decoded = ({ headers, bytes }: Received): Buffer => {
  const { 'content-encoding': coding } = headers;
  if (coding === undefined) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
};

describe('a static answer', () => {
  it('is read once for concurrent requests, and again after a failure', async () => {
    expect((await ask('/text')).status).toBe(500);
    const all = await Promise.all(Array.from({ length: 20 }, () => ask('/text')));
    for (const { status, bytes } of all) expect([status, bytes.equals(text)]).toEqual([200, true]);
    expect(reads).toBe(2);
  });

  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['br, gzip', 'br'],
    ['gzip;q=0.5, br;q=0.9', 'br'],
    ['gzip;q=0.9, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate, zstd', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=0.1, identity;q=0.5', undefined],
    ['GZIP', 'gzip'],
    [';;;,', undefined],
  ])('Accept-Encoding: %s: %s', async (accepted, coding) => {
    const answer = await ask('/text', accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding]);
    expect(decoded(answer).equals(text)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(answer.bytes.length),
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding',
    });
    if (coding !== undefined) expect(answer.bytes.length).toBeLessThan(text.length * 0.7);
  });

  it.each(['identity', 'gzip', 'br'])('%s has its own ETag, which returns 304', async (coding) => {
    const headers = { 'accept-encoding': coding };
    const { headers: first } = await ask('/text', headers);
    const tag = String(first.etag);
    for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await ask('/text', { ...headers, 'if-none-match': condition });
      expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
      expect(answer.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'cache-control': 'public, no-cache' });
    }
    for (const other of ['identity', 'gzip', 'br'].filter((each) => each !== coding)) {
      const answer = await ask('/text', { 'accept-encoding': other, 'if-none-match': tag });
      expect(answer.status).toBe(200);
    }
  });

  it('HEAD returns the headers of GET without a body', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding };
      const [got, head] = [await ask('/text', headers), await ask('/text', headers, 'HEAD')];
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['content-length', 'content-encoding', 'content-type', 'etag']) {
        expect(head.headers[name]).toBe(got.headers[name]);
      }
    }
  });

  it('images are not compressed again', async () => {
    const answer = await ask('/picture', { 'accept-encoding': 'gzip, br' });
    expect(answer.bytes.equals(picture)).toBe(true);
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
  });
});
