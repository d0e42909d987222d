import { connect, type Socket } from 'node:net';
import { eventually, forThisFile, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const REQUESTS = 400;
const METRICS_TOKEN = 'correct-horse-battery-staple';

const stack = await forThisFile(startStack({ worker: 0, env: { METRICS_TOKEN, FAILED_AUTH_LIMIT: '1000' } }));

/** Opens a connection that sends requests all at once and reads nothing. */
function pipeline(path: string): Socket {
  const socket = connect(Number(new URL(stack.apiUrl).port), '127.0.0.1').setEncoding('latin1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: api\r\n\r\n`.repeat(REQUESTS));
  return socket.pause();
}

/** Reads and counts the responses with this status. A status line may be split between two chunks. */
function countAnswers(socket: Socket, status: number): () => number {
  const statusLine = `HTTP/1.1 ${status}`;
  let count = 0;
  let end = '';
  socket
    .on('data', (chunk: string) => {
      const text = end + chunk;
      count += text.split(statusLine).length - 1;
      end = text.slice(1 - statusLine.length);
    })
    .resume();
  return () => count;
}

/** The value of `svc_http_requests_total` with these labels. */
async function answered(labels: string): Promise<number> {
  const { text } = await stack.client(METRICS_TOKEN).get('/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith('svc_http_requests_total') && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function underWay(): Promise<number> {
  const { text } = await stack.client(METRICS_TOKEN).get('/metrics');
  return Number(/^svc_http_requests_in_flight (\d+)$/m.exec(text)?.[1]);
}

describe('row 38: pipelined requests that need no key', () => {
  it('are handled only as fast as the client reads the responses, and all of them if it reads', async () => {
    await stack.client().get('/openapi.json');
    const before = await answered('operation="operational"');
    const socket = pipeline('/openapi.json');
    // One of them, and the request for the metrics.
    await eventually(async () => expect(await underWay()).toBe(2));
    const unread = (await answered('operation="operational"')) - before;
    expect(unread).toBeLessThan(REQUESTS / 4);

    const answers = countAnswers(socket, 200);
    await eventually(() => Promise.resolve(expect(answers()).toBe(REQUESTS)));
    socket.destroy();
  });

  it('are handled one by one also without a key', async () => {
    const socket = pipeline('/v1/payments');
    const answers = countAnswers(socket, 401);
    await eventually(() => Promise.resolve(expect(answers()).toBe(REQUESTS)));
    socket.destroy();
  });
});
