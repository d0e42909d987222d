// A separate process: an endpoint that acknowledges and counts deliveries; under /hang it never responds.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TIMES, type Received } from './receiver.js';

/** Number of deliveries before the measured ones. */
const toWarmUp = Number(process.argv[2]);
let deliveries = 0;
let firstAt = 0;
let warmAt = 0;
let lastAt = 0;
/** In milliseconds from the time in the event's id, which is the time of the commit or slightly earlier. */
const delays: number[] = [];
const causeDelays: number[] = [];
const ID_EPOCH = Date.UTC(2025, 0, 1);

const server = createServer((request, response) => {
  if (request.url?.startsWith('/hang') === true) return void request.resume();
  let body = '';
  if (request.url?.includes('?times=') === true) {
    request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
  } else request.resume();
  request.on('end', () => {
    const now = Date.now();
    if (deliveries === 0) firstAt = now;
    lastAt = now;
    deliveries += 1;
    if (deliveries === toWarmUp) warmAt = now;
    const id = String(request.headers['svc-event-id'] ?? '').replace('evt_', '');
    if (id !== '') delays.push(now - timeOf(id));
    const cause = causeOf(request.url ?? '', body);
    if (cause !== undefined) causeDelays.push(now - cause);
    response.writeHead(200, { 'Content-Length': 0 }).end();
  });
});

/** When the payment of a delivery was created, or its message sent. */
function causeOf(url: string, body: string): number | undefined {
  if (url.endsWith(TIMES.payments)) {
    const payment = /"data":\{"id":"pay_(\d+)"/.exec(body)?.[1];
    return payment === undefined ? undefined : timeOf(payment);
  }
  // A server may deliver the message as a string within JSON.
  const sentAt = url.endsWith(TIMES.messages) ? /sentAt\W+(\d+)/.exec(body)?.[1] : undefined;
  return sentAt === undefined ? undefined : Number(sentAt);
}

/** The time in an id, in milliseconds since 1970. */
function timeOf(id: string): number {
  return ID_EPOCH + Number(BigInt(id) >> 22n);
}

function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
}

process.on('disconnect', () => process.exit());
process.on('message', ({ forget }: { forget: boolean }) => {
  process.send?.({
    ...{ deliveries, firstAt, warmAt, lastAt },
    p50Ms: percentile(delays, 0.5),
    p99Ms: percentile(delays, 0.99),
    causeP50Ms: percentile(causeDelays, 0.5),
    causeP99Ms: percentile(causeDelays, 0.99),
  } satisfies Received);
  if (!forget) return;
  deliveries = 0;
  delays.splice(0);
  causeDelays.splice(0);
});
server.listen(Number(process.argv[3]), '127.0.0.1', () =>
  process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port }),
);
