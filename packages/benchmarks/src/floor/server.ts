// A separate process: a minimal JSON POST handler on node:http or Express.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

interface Order {
  readonly amount: { readonly value: number; readonly currency: string };
  readonly description: string;
}

function readBody(request: IncomingMessage, done: (text: string) => void): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (text += chunk));
  request.on('end', () => done(text));
}

function answer(response: ServerResponse, order: Order): void {
  const { amount, description } = order;
  const text = JSON.stringify({ id: 'pay_1', status: 'pending', amount, description });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

const bare = createServer((request, response) => {
  readBody(request, (text) => answer(response, JSON.parse(text) as Order));
});

function tunedExpress() {
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  app.use((request, _response, next) => {
    readBody(request, (text) => {
      request.body = JSON.parse(text) as Order;
      next();
    });
  });
  app.post('/', (request, response) => answer(response, request.body as Order));
  return createServer(app);
}

const server = process.argv[2] === 'express' ? tunedExpress() : bare;
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port }));
