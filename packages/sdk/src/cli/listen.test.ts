import { startReceiver, type Receiver } from '@svc/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Listener } from './listen.js';
import { listenOptions } from './listen-options.js';
import { JsonPrinter } from './printer.js';

let both: Receiver;

beforeAll(async () => {
  both = await startReceiver({ tls: false });
});

afterAll(() => both.close());

const message = (n: number): string =>
  `id: place${n}\ndata: {"id":"evt_${n}","type":"webhook.test","created":"","data":{}}\n\n`;

it('ends with what is being forwarded, though more events have come with it', async () => {
  both.respond('/v1/events/stream', (response) => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.write([1, 2, 3].map(message).join(''));
  });
  const ending = new AbortController();
  both.respond('/hooks', (response) => {
    ending.abort();
    response.end();
  });
  const args = ['--api-key', 'sk_test_x', '--api-base', both.url, '--forward-to', `${both.url}/hooks`];
  const listener = new Listener(listenOptions(args, {}), new JsonPrinter(() => {}), ending.signal);
  expect(await listener.run()).toEqual({ received: 1, acknowledged: 1, failed: 0, lastEventId: 'place1' });
});
