import { answer, startReceiver, type Receiver, type Responder } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Svc } from './client.js';
import { ConnectionError, InvalidResponseError, TimeoutError } from './errors.js';
import type { EventStream, StreamedEvent } from './event-stream.js';

const first = 'retry: 1234\n: heartbeat\nid: place-0\n\n';
const body = '{"id":"evt_1","type":"webhook.test","created":"","data":{"note":"ü\\u2028"}}';
const event = `id: place-1\ndata: ${body}\n\n`;
const goodbye = ': end\n\n';

let service: Receiver;
let svc: Svc;

beforeAll(async () => {
  service = await startReceiver({ tls: false });
  svc = new Svc('sk_test_1', { baseUrl: service.url, maxRetries: 0 });
});

afterAll(() => service.close());

/** Answers with a stream, which then is ended, broken off, closed without its last chunk or left open. */
function streams(text: string, then: 'end' | 'break' | 'close' | 'silence'): Responder {
  return async (response, _, connection) => {
    response.shouldKeepAlive = false;
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    // In two pieces that part a character.
    const bytes = Buffer.from(text);
    const middle = bytes.indexOf(0xbc);
    for (const piece of [bytes.subarray(0, middle), bytes.subarray(middle)]) {
      await new Promise((resolve) => response.write(piece, resolve));
    }
    if (then === 'end') response.end(goodbye);
    if (then === 'break') connection.resetAndDestroy();
    if (then === 'close') connection.end();
  };
}

async function opened(reply: Responder, options: Parameters<Svc['events']['stream']>[1] = {}): Promise<EventStream> {
  service.script('/v1/events/stream', [reply]);
  return svc.events.stream({ type: 'webhook.test', lastEventId: 'place-0' }, options);
}

async function read(stream: EventStream): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const each of stream) events.push(each);
  return events;
}

describe('a stream of events', () => {
  it('is asked for with the place and the kind, and brings events and their bytes', async () => {
    const stream = await opened(streams(first + event, 'end'));
    const asked = service.requests.at(-1);
    expect(asked?.path).toBe('/v1/events/stream?type=webhook.test');
    expect(asked?.headers).toMatchObject({ accept: 'text/event-stream', 'last-event-id': 'place-0' });
    expect(await read(stream)).toEqual([{ id: 'place-1', event: JSON.parse(body), body }]);
    expect([stream.lastEventId, stream.retryMs]).toEqual(['place-1', 1_234]);
  });

  it('knows how far it has been read, not how much has come', async () => {
    const stream = await opened(streams(first + event + event.replace('place-1', 'place-2'), 'end'));
    for await (const each of stream) {
      expect(stream.lastEventId).toBe(each.id);
      break;
    }
    expect(stream.lastEventId).toBe('place-1');
  });

  it.each(['break', 'close'] as const)(
    'that breaks off is a ConnectionError, after what came whole: %s',
    async (how) => {
      const stream = await opened(streams(`${first}${event}id: place-2\ndata: half`, how));
      const seen: string[] = [];
      const reading = (async () => {
        for await (const { id } of stream) seen.push(id);
      })();
      await expect(reading).rejects.toBeInstanceOf(ConnectionError);
      expect([seen, stream.lastEventId]).toEqual([['place-1'], 'place-1']);
    },
  );

  it('may be silent for its timeout, whatever the call that opened it had left', async () => {
    const late = streams(first + event, 'silence');
    const begun = performance.now();
    const reading = read(await opened(late, { timeout: 600, totalTimeout: 300 }));
    await expect(reading).rejects.toBeInstanceOf(TimeoutError);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(590);
  });

  it('that falls silent is a TimeoutError', async () => {
    await expect(read(await opened(streams(first + event, 'silence'), { timeout: 200 }))).rejects.toBeInstanceOf(
      TimeoutError,
    );
  });

  it('rejects with the reason of the signal that ends it', async () => {
    const ending = new AbortController();
    const stream = await opened(streams(first + event, 'silence'), { signal: ending.signal });
    const reading = read(stream);
    ending.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  it.each(['{"id":', 'null', '[1]', '7'])(
    'that brings %s instead of an event is an InvalidResponseError',
    async (data) => {
      const text = `${first}${event}id: place-2\ndata: ${data}\n\n`;
      const stream = await opened(streams(text, 'end'));
      const seen: string[] = [];
      const reading = (async () => {
        for await (const { id } of stream) seen.push(id);
      })();
      await expect(reading).rejects.toBeInstanceOf(InvalidResponseError);
      await expect(reading).rejects.toMatchObject({ status: 200, code: 'invalid_response' });
      expect([seen, stream.lastEventId]).toEqual([['place-1'], 'place-2']);
    },
  );

  it('that brings an endless event is an InvalidResponseError', async () => {
    const stream = await opened(streams(`${first}${event}data: ${'a'.repeat(1_100_000)}`, 'silence'));
    await expect(read(stream)).rejects.toThrow('has an event that is longer than 1 MiB');
  });

  it('that is not UTF-8 is an InvalidResponseError', async () => {
    const stream = await opened((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(Buffer.from('data: \xff\n\n', 'latin1'));
    });
    await expect(read(stream)).rejects.toThrow('is not UTF-8');
  });

  it('that is closed in its loop brings no more events, not even those that have come', async () => {
    const stream = await opened(streams(first + event + event + event, 'silence'));
    const seen: string[] = [];
    for await (const { id } of stream) {
      seen.push(id);
      await stream.close();
    }
    expect([seen, stream.lastEventId]).toEqual([['place-1'], 'place-1']);
  });

  it('that is closed from outside ends the loop that waits for it', async () => {
    const stream = await opened(streams(first + event, 'silence'), { timeout: 10_000 });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of stream) seen.push(id);
    })();
    await expect.poll(() => seen).toEqual(['place-1']);
    await stream.close();
    await reading;
    expect(await read(stream)).toEqual([]);
  });

  it('that was closed before its loop has no events', async () => {
    const stream = await opened(streams(first + event, 'silence'));
    await stream.close();
    expect(await read(stream)).toEqual([]);
  });

  it('that is none is an InvalidResponseError', async () => {
    const page = answer(200, { headers: { 'Content-Type': 'text/html' }, body: '<p>' });
    await expect(opened(page)).rejects.toBeInstanceOf(InvalidResponseError);
  });

  it('that is refused is an ApiError', async () => {
    const problem = JSON.stringify({ code: 'too_many_streams', detail: 'Too many.' });
    await expect(opened(answer(429, { body: problem }))).rejects.toMatchObject({
      status: 429,
      code: 'too_many_streams',
    });
  });
});
