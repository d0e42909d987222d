import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createLogger } from '@svc/core';
import type { Express, Request, Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { ApiServer } from './server.js';

function newServer(): { express: Express; server: Server; port(): Promise<number> } {
  const config = { PUBLIC_URL: undefined, TRUST_PROXY: 1, TRUSTED_PROXIES: [], EVENT_STREAM_HEARTBEAT: 15_000 };
  const adapter = new ApiServer(config, createLogger({ LOG_LEVEL: 'silent' }, 'api'));
  adapter.initHttpServer();
  const server = adapter.getHttpServer() as Server;
  onTestFinished(() => void server.close());
  const port = async (): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  return { express: adapter.getInstance<Express>(), server, port };
}

test('a connection whose client does not read the response is closed, one whose client reads slowly is not', async () => {
  const { express, server, port } = newServer();
  expect(server.timeout).toBe(120_000);
  server.timeout = 500;
  const body = Buffer.alloc(32_000_000);
  express.use((_request: Request, response: Response) => void response.end(body));
  const to = await port();
  const open = (): Socket => connect(to, '127.0.0.1').on('error', () => {});
  const [unread, slow] = [open(), open()];
  for (const socket of [unread, slow]) socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let read = 0;
  slow.on('data', (chunk: Buffer) => {
    read += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 1);
  });
  const held = (): Promise<number> => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(held, { timeout: 10_000 }).toBe(2);
  await new Promise((resolve) => slow.once('end', resolve));
  expect(read).toBeGreaterThan(body.length);
  await expect.poll(held, { timeout: 10_000 }).toBe(0);
  unread.destroy();
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:44', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
])('the address of the client has no port: X-Forwarded-For: %s', async (header, address) => {
  const { express, port } = newServer();
  express.use((request: Request, response: Response) => void response.json(request.ip));
  const answer = await fetch(`http://127.0.0.1:${await port()}/`, { headers: { 'x-forwarded-for': header } });
  expect(await answer.json()).toBe(address);
});

test('messages reach Express with its own prototypes', async () => {
  const { express, server, port } = newServer();
  const prototypes: unknown[] = [];
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  express.use((request: Request, response: Response) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    response.json({ knows: request.app === express && response.app === express, host: request.hostname });
  });
  const answer = await fetch(`http://127.0.0.1:${await port()}/`);
  expect(await answer.json()).toEqual({ knows: true, host: '127.0.0.1' });
  const { request, response } = express;
  for (const [index, prototype] of prototypes.entries()) expect(prototype).toBe(index % 2 === 0 ? request : response);
  expect(prototypes).toHaveLength(4);
});
