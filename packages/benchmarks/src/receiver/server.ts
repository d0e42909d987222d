// A separate process: an endpoint that acknowledges and counts deliveries; under /hang it never responds.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Received } from './receiver.js';

/** Number of deliveries before the measured ones. */
const toWarmUp = Number(process.argv[2]);
let deliveries = 0;
let firstAt = 0;
let warmAt = 0;
let lastAt = 0;
/** In milliseconds from the time in the event's id, which is the time of the commit or slightly earlier. */
const delays: number[] = [];
const ID_EPOCH = Date.UTC(2025, 0, 1);

const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith('/hang') === true) return;
  request.on('end', () => {
    const now = Date.now();
    if (deliveries === 0) firstAt = now;
    lastAt = now;
    deliveries += 1;
    if (deliveries === toWarmUp) warmAt = now;
    const id = String(request.headers['svc-event-id'] ?? '').replace('evt_', '');
    if (id !== '') delays.push(now - ID_EPOCH - Number(BigInt(id) >> 22n));
    response.writeHead(200, { 'Content-Length': 0 }).end();
  });
});

process.on('disconnect', () => process.exit());
process.on('message', ({ forget }: { forget: boolean }) => {
  delays.sort((a, b) => a - b);
  const at = (share: number): number => delays[Math.max(0, Math.ceil(share * delays.length) - 1)] ?? 0;
  process.send?.({ deliveries, firstAt, warmAt, lastAt, p50Ms: at(0.5), p99Ms: at(0.99) } satisfies Received);
  if (!forget) return;
  deliveries = 0;
  delays.splice(0);
});
server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port }));
