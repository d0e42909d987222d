import { connect, type Socket } from 'node:net';
import { createClient, eventually, startStack, type Stack } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REQUESTS = 400;
const METRICS_TOKEN = 'correct-horse-battery-staple';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ worker: 0, env: { METRICS_TOKEN, FAILED_AUTH_LIMIT: '1000' } });
});

afterAll(() => stack.close());

/** Opens a connection that sends requests all at once and reads nothing. */
function pipeline(path: string): Socket {
  const socket = connect(Number(new URL(stack.apiUrl).port), '127.0.0.1').setEncoding('latin1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: api\r\n\r\n`.repeat(REQUESTS));
  return socket.pause();
}

/** Reads on, and counts the answers with this status. A status line may be split between two chunks. */
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

/** How many requests with this label of `svc_http_requests_total` have been answered. */
async function answered(labels: string): Promise<number> {
  const { text } = await createClient(stack.apiUrl, METRICS_TOKEN).get('/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith('svc_http_requests_total') && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function underWay(): Promise<number> {
  const { text } = await createClient(stack.apiUrl, METRICS_TOKEN).get('/metrics');
  return Number(/^svc_http_requests_in_flight (\d+)$/m.exec(text)?.[1]);
}

describe('row 38: requests in a row on a connection that needs no key', () => {
  it('are worked on no further than the client reads their answers, and all answered to one that does', async () => {
    await createClient(stack.apiUrl).get('/openapi.json');
    const before = await answered('operation="operational"');
    const socket = pipeline('/openapi.json');
    // That one and the page of metrics itself.
    await eventually(async () => expect(await underWay()).toBe(2));
    const unread = (await answered('operation="operational"')) - before;
    expect(unread).toBeLessThan(REQUESTS / 4);

    const answers = countAnswers(socket, 200);
    await eventually(() => Promise.resolve(expect(answers()).toBe(REQUESTS)));
    socket.destroy();
  });

  it('are answered one by one also where a key is missing', async () => {
    const socket = pipeline('/v1/payments');
    const answers = countAnswers(socket, 401);
    await eventually(() => Promise.resolve(expect(answers()).toBe(REQUESTS)));
    socket.destroy();
  });
});
