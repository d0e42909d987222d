// A separate process: a gateway that approves each authorization after some time. It keeps nothing, and answers each once.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answerMs = Number(process.argv[2]);
let inProgress = 0;
let most = 0;

const server = createServer((request, response) => {
  request.resume();
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const { pathname } = new URL(request.url ?? '/', 'http://gateway');
  if (request.method === 'GET' && pathname === '/operations') return send(200, { data: [], nextCursor: null });
  if (request.method === 'GET') return send(404, { code: 'operation_not_found' });
  inProgress += 1;
  most = Math.max(most, inProgress);
  setTimeout(() => {
    inProgress -= 1;
    send(200, { reference: request.headers['idempotency-key'], operation: 'authorize', status: 'approved' });
  }, answerMs);
});

process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(most));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port });
});
