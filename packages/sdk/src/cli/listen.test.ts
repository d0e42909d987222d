import { answer, reset, startReceiver, type Receiver } from '@svc/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Listener } from './listen.js';
import { listenOptions } from './listen-options.js';
import { JsonPrinter, TextPrinter } from './printer.js';

let both: Receiver;

beforeAll(async () => {
  both = await startReceiver({ tls: false });
});

afterEach(() => vi.restoreAllMocks());

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

it.each([
  ['people', TextPrinter],
  ['programs', JsonPrinter],
])('sends user and password of the address, and prints neither for %s', async (_, Printer) => {
  both.respond('/v1/events/stream', (response) => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.end([1, 2, 3].map(message).join(''));
  });
  const ending = new AbortController();
  both.script('/guarded', [
    answer(500, { body: 'boom' }),
    reset,
    (response) => {
      ending.abort();
      response.end();
    },
  ]);
  const to = `${both.url.replace('//', '//ada:hunter%202@')}/guarded`;
  const lines: string[] = [];
  const printer = new Printer((line) => lines.push(line));
  const args = ['--api-key', 'sk_test_x', '--api-base', both.url, '--forward-to', to];
  const summary = await new Listener(listenOptions(args, {}), printer, ending.signal).run();
  expect(summary).toMatchObject({ acknowledged: 1, failed: 2 });
  const credentials = Buffer.from('ada:hunter 2').toString('base64');
  const sent = both.requests.filter(({ path }) => path === '/guarded').map(({ headers }) => headers['authorization']);
  expect(new Set(sent)).toEqual(new Set([`Basic ${credentials}`]));
  const told = lines.join('\n');
  expect(told).toContain(`${both.url}/guarded`);
  expect(told).toContain('boom');
  expect(told).not.toMatch(/ada|hunter/);
});

it.each([
  ['people', TextPrinter],
  ['programs', JsonPrinter],
])('prints a new secret, but not a secret of the user, for %s', async (_, Printer) => {
  const ready = async (...args: string[]) => {
    both.respond('/v1/events/stream', (response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.write(message(1));
    });
    const ending = new AbortController();
    both.respond('/hooks', (response) => {
      ending.abort();
      response.end();
    });
    const lines: string[] = [];
    const to = ['--api-key', 'sk_test_x', '--api-base', both.url, '--forward-to', `${both.url}/hooks`];
    await new Listener(
      listenOptions([...to, ...args], {}),
      new Printer((line) => lines.push(line)),
      ending.signal,
    ).run();
    return lines.join('\n');
  };
  expect(await ready()).toMatch(/whsec_/);
  const own = await ready('--secret', 'hunter2hunter2');
  expect(own).toContain(`${both.url}/hooks`);
  expect(own).not.toContain('hunter2');
});

it.each([
  ['7', 7_000],
  ['Fri, 22 Nov 2999 09:00:00 GMT', 60_000],
  ['Wed, 25 Nov 2015 10:00:00 GMT', 500],
  ['9'.repeat(9), 60_000],
  ['9'.repeat(400), 60_000],
  ['soon', 500],
])('waits after a 503 with Retry-After: %s for %d ms', async (header, milliseconds) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  both.respond('/v1/events/stream', answer(503, { headers: { 'Retry-After': header } }));
  expect(await firstWait()).toBe(milliseconds);
});

/** The wait that is printed when the first connection is lost. */
async function firstWait(): Promise<number> {
  const ending = new AbortController();
  let waited = Number.NaN;
  const printer = new JsonPrinter((line) => {
    const { kind, waitMs } = JSON.parse(line) as { kind: string; waitMs: number };
    if (kind !== 'lost') return;
    waited = waitMs;
    ending.abort();
  });
  const args = ['--api-key', 'sk_test_x', '--api-base', both.url];
  await new Listener(listenOptions(args, {}), printer, ending.signal).run();
  return waited;
}
