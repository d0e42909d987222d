import { gzipSync } from 'node:zlib';
import { startReceiver, type Receiver } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Svc } from './client.js';
import { ConnectionError } from './errors.js';

const file = Array.from({ length: 5_000 }, (_, row) => `pay_${row},${row * 7919}\r\n`).join('');

let server: Receiver;
let svc: Svc;

beforeAll(async () => {
  server = await startReceiver({ tls: false });
  svc = new Svc('sk_test_0123456789', { baseUrl: server.url, maxRetries: 0 });
});

afterAll(() => server.close());

/** Answers as a proxy does that compresses for those who accept it, and closes the connection after `share` of the bytes. */
function respondCompressing(share: number): void {
  server.respond('*', (response, request) => {
    const compresses = /gzip/.test(String(request.headers['accept-encoding']));
    const bytes = compresses ? gzipSync(file) : Buffer.from(file);
    response.writeHead(200, {
      'Content-Type': 'text/csv',
      Connection: 'close',
      ...(compresses ? { 'Content-Encoding': 'gzip' } : { 'Content-Length': bytes.length }),
    });
    response.write(bytes.subarray(0, bytes.length * share), () => {
      if (share === 1) response.end();
      else response.destroy();
    });
  });
}

describe('a file that comes through a proxy that compresses', () => {
  it('is whole, and has its size', async () => {
    respondCompressing(1);
    const download = await svc.reports.download('rep_1');
    expect(download.size).toBe(file.length);
    await expect(download.text()).resolves.toBe(file);
  });

  it('is a ConnectionError when it is cut short', async () => {
    respondCompressing(0.5);
    const download = await svc.reports.download('rep_1');
    await expect(download.text()).rejects.toBeInstanceOf(ConnectionError);
  });
});
