import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeAfter } from './raw-problem.js';
import { oneAtATime } from './requests-in-flight.js';

const handled: (readonly [IncomingMessage, ServerResponse])[] = [];
const connections: Socket[] = [];
const server = createServer(
  oneAtATime((request, response) => {
    handled.push([request, response]);
    if (answersAtOnce) response.end();
  }),
).on('connection', (socket: Socket) => connections.push(socket));

let answersAtOnce: boolean;
let client: Socket;
let received: string;

beforeEach(async () => {
  handled.length = 0;
  connections.length = 0;
  answersAtOnce = false;
  received = '';
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.setEncoding('latin1').on('data', (text: string) => (received += text));
});

afterEach(async () => {
  client.destroy();
  for (const connection of connections) connection.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const get = (n: number) => `GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`;
const count = (length: number) => vi.waitFor(() => expect(handled).toHaveLength(length));
const urls = () => handled.map(([{ url }]) => url);
const lastAnswer = () => handled.at(-1)?.[1];

describe('pipelined requests of a connection', () => {
  it('are handled in order, each after the previous response was sent', async () => {
    client.write(get(1) + get(2) + get(3));
    for (const [n, all] of [['/1'], ['/1', '/2'], ['/1', '/2', '/3']].entries()) {
      await count(n + 1);
      await vi.waitFor(() => expect(connections[0]?.isPaused()).toBe(n < 2));
      expect(urls()).toEqual(all);
      lastAnswer()?.end(`answer ${n + 1}`);
    }
    await vi.waitFor(() => expect(received.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3']));
  });

  it('are not read beyond the chunk of the waiting one', async () => {
    const flood = Array.from({ length: 100_000 }, (_, n) => get(n)).join('');
    client.write(flood);
    await count(1);
    await vi.waitFor(() => expect(connections[0]?.isPaused()).toBe(true));
    const [read] = connections.map(({ bytesRead }) => bytesRead);
    for (let n = 1; n <= 20; n += 1) {
      await count(n);
      lastAnswer()?.end();
    }
    await count(21);
    expect(connections[0]?.bytesRead).toBe(read);
    expect(read).toBeLessThanOrEqual(65_536);
  });

  it('all get a response, however many they are', async () => {
    const requests = 20_000;
    answersAtOnce = true;
    client.write(Array.from({ length: requests }, (_, n) => get(n)).join(''));
    await vi.waitFor(() => expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(requests), { timeout: 30_000 });
    expect(urls()).toEqual(Array.from({ length: requests }, (_, n) => `/${n}`));
  });

  it('alternate with those of other connections', async () => {
    const requests = 200;
    answersAtOnce = true;
    let before = 0;
    let mostInOneTurn = 0;
    const watch = (): void => {
      mostInOneTurn = Math.max(mostInOneTurn, handled.length - before);
      before = handled.length;
      if (before < requests && !client.destroyed) setImmediate(watch);
    };
    client.write(Array.from({ length: requests }, (_, n) => get(n)).join(''));
    watch();
    await count(requests);
    expect(mostInOneTurn).toBeLessThanOrEqual(2);
  });

  it('with bodies are read when it is their turn', async () => {
    const body = 'x'.repeat(1_000_000);
    const post = `POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
    client.write(get(1) + post + body + get(3));
    await count(1);
    lastAnswer()?.end();
    await count(2);
    let read = 0;
    handled[1]?.[0].on('data', (chunk: Buffer) => (read += chunk.length));
    await vi.waitFor(() => expect(read).toBe(body.length));
    lastAnswer()?.end();
    await count(3);
  });

  it('are not handled after the last response of the connection', async () => {
    client.write(get(1) + get(2) + get(3));
    await count(1);
    lastAnswer()?.setHeader('Connection', 'close').end();
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
    expect(urls()).toEqual(['/1']);
  });

  it('are not handled if they arrive while the connection closes', async () => {
    client.allowHalfOpen = true;
    client.write(get(1));
    await count(1);
    const [, answer] = handled[0] ?? [];
    if (answer !== undefined) closeAfter(answer);
    answer?.end();
    await new Promise((resolve) => client.once('end', resolve));
    expect(received).toContain('\r\nConnection: close\r\n');
    client.end(get(2) + get(3));
    await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true));
    expect(connections[0]?.bytesRead).toBe(get(1).length * 3);
    expect(urls()).toEqual(['/1']);
  });

  it('are dropped when the client is gone', async () => {
    client.write(Array.from({ length: 1_000 }, (_, n) => get(n)).join(''));
    await count(1);
    client.resetAndDestroy();
    await vi.waitFor(() => {
      lastAnswer()?.end();
      expect(connections[0]?.destroyed).toBe(true);
    });
    expect(handled.length).toBeLessThan(1_000);
  });
});
