import { connect } from 'node:net';
import {
  eventually,
  forThisFile,
  openEventStream,
  problem,
  residentMegabytes,
  rowId,
  startStack,
  type EventStream,
  type EventStreamOptions,
} from '@svc/testing';
import { afterEach, describe, expect, it } from 'vitest';

const MAX_STREAMS = 20;
const BACKLOG = 2_000;
/** More streams than there are Postgres connections. */
const settings = {
  EVENT_STREAM_HEARTBEAT: '500ms',
  EVENT_STREAMS_PER_ACCOUNT: String(MAX_STREAMS),
  DATABASE_POOL: '4',
};
/** Any open transaction on the server delays events. */
const patience = { timeoutMs: 30_000 };

const stack = await forThisFile(startStack({ worker: 0, cuttable: true, env: settings }));
/** An account for sequential tests, and a second one for other events. */
const accounts = await Promise.all([1, 2, 3].map(() => stack.createAccount()));
const [key = '', ...others] = accounts.map(({ testKey }) => testKey);
const client = stack.client(key);
let open: EventStream[] = [];

afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});

async function streamed(options: EventStreamOptions = {}, by = key): Promise<EventStream> {
  const stream = await openEventStream(stack.apiUrl, by, options);
  open.push(stream);
  if (stream.status === 200) await eventually(() => expect(stream.lastEventId).not.toBe(''));
  return stream;
}

/** Creates a payment, which causes one event. */
async function pay(metadata: object = {}, by = client): Promise<string> {
  const amount = { value: 1000, currency: 'USD' };
  const { body } = await by.post('/v1/payments', { amount, metadata });
  return String(body['id']);
}

/** Payment ids of the events received so far. */
function payments(stream: EventStream): string[] {
  return stream.data.map((data) => (JSON.parse(data) as { data: { id: string } }).data.id);
}

/** The event of a payment, with its stored bytes. */
async function storedEvent(payment: string): Promise<{ id: string; body: string }> {
  const [row] = await stack.query(`SELECT id, convert_from(body, 'UTF8') AS body FROM events WHERE object_id = $1`, [
    rowId(payment),
  ]);
  return { id: `evt_${String(row?.['id'])}`, body: String(row?.['body']) };
}

describe('streamEvents', () => {
  it('200 with each event as it is delivered, in one line, with an id to resume from', async () => {
    const stream = await streamed();
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers).toMatchObject({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
    expect(stream.headers['ratelimit']).toMatch(/^"enterprise";r=9999;/);
    expect(stream.head).toMatch(/^retry: 2000\n: heartbeat\nid: [\w-]+\n\n/);
    const { id, body } = await storedEvent(await pay({ note: 'ünïcode\n\u2028\u0000'.slice(0, -1) }));
    await eventually(() => expect(stream.data).toEqual([body]), patience);
    const [place] = stream.messages.filter(({ data }) => data !== undefined);
    expect(stream.head).toContain(`\nid: ${place?.id}\ndata: ${body}\n\n`);
    const next = await storedEvent(await pay());
    for (const lastEventId of [place?.id ?? '', id]) {
      const back = await streamed({ lastEventId });
      await eventually(() => expect(back.data).toEqual([next.body]), patience);
    }
  });

  it('200 with heartbeats while there are no events', async () => {
    const stream = await streamed();
    await eventually(() => expect(stream.messages.length).toBeGreaterThan(3));
    expect(stream.data).toEqual([]);
    expect(stream.end).toBeUndefined();
  });

  it('200 with the requested event types only', async () => {
    const [all, failed] = [await streamed(), await streamed({ query: '?type=payment.failed' })];
    const payment = await pay({ sandbox: 'hold' });
    await client.post(`/v1/payments/${payment}/reject`);
    await eventually(() => expect(payments(all)).toEqual([payment, payment, payment]), patience);
    await eventually(() => expect(payments(failed)).toEqual([payment]), patience);
    expect(failed.data[0]).toContain('"type":"payment.failed"');
  });

  it('200 without events past the retention of the account', async () => {
    const [other = ''] = others;
    const forgetful = stack.client(other);
    const { headers } = await forgetful.get('/v1/security/config');
    const { lastEventId } = await streamed({}, other);
    const [old, kept] = [await pay({}, forgetful), await pay({}, forgetful)];
    const { id } = await storedEvent(old);
    await stack.query(`UPDATE events SET id = id_at(now() - interval '40 days') WHERE id = $1`, [rowId(id)]);
    const ifMatch = headers.get('etag') ?? '';
    const all = await streamed({ lastEventId }, other);
    await eventually(() => expect(payments(all)).toEqual([old, kept]), patience);
    const condition = { headers: { 'if-match': ifMatch } };
    await forgetful.send('PATCH', '/v1/security/config', { retentionDays: 30 }, condition);
    const stream = await streamed({ lastEventId }, other);
    await eventually(() => expect(payments(stream)).toEqual([kept]), patience);
  });

  it('400 for a Last-Event-ID that was not sent, or is no event', async () => {
    for (const lastEventId of ['nonsense', 'evt_1', 'evt_', (await streamed()).lastEventId.slice(0, -2)]) {
      const { status, body } = await client.get('/v1/events/stream', { headers: { 'last-event-id': lastEventId } });
      expect([status, body['code']]).toEqual([400, 'invalid_cursor']);
    }
    const long = await client.get('/v1/events/stream', { headers: { 'last-event-id': 'x'.repeat(513) } });
    expect(problem(long)).toEqual([400, 'invalid_header']);
    expect((await client.get('/v1/events/stream?type=surprise')).status).toBe(400);
  });

  it('400 for a Last-Event-ID of another account', async () => {
    const { id } = await storedEvent(await pay());
    const stranger = stack.client(others[0]);
    for (const lastEventId of [id, (await streamed()).lastEventId]) {
      const headers = { 'last-event-id': lastEventId };
      expect((await stranger.get('/v1/events/stream', { headers })).body).toMatchObject({
        code: 'invalid_cursor',
        detail: expect.stringContaining('Last-Event-ID'),
      });
    }
  });

  it('406 if Accept allows only JSON', async () => {
    const json = await client.get('/v1/events/stream', { headers: { accept: 'application/json' } });
    expect(problem(json)).toEqual([406, 'not_acceptable']);
  });

  it('429 with Retry-After when the account has too many streams; closing one frees its slot at once', async () => {
    for (let n = 0; n < MAX_STREAMS; n += 1) await streamed();
    for (let n = 0; n < 3; n += 1) {
      const { status, headers, text } = await client.send('HEAD', '/v1/events/stream');
      expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream; charset=utf-8', '']);
    }
    const { text: metrics } = await stack.client().get('/metrics');
    expect(metrics).toMatch(new RegExp(`^svc_event_streams_open ${MAX_STREAMS}$`, 'm'));
    expect(metrics).not.toContain('svc_http_request_duration_seconds_count{operation="streamEvents"}');
    const refused = await client.get('/v1/events/stream');
    expect(problem(refused)).toEqual([429, 'too_many_streams']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await client.get('/v1/payments')).status).toBe(200);
    open.pop()?.close();
    await eventually(async () => expect((await streamed()).status).toBe(200));
  });

  it('pipelined streams count as well, and free their slots when the connection closes', async () => {
    const { hostname, port } = new URL(stack.apiUrl);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    for (let n = 0; n < MAX_STREAMS; n += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(get('/v1/events/stream') + get('/v1/events/stream'));
      await new Promise<void>((resolve) => socket.once('data', () => resolve()));
      socket.destroy();
    }
    await eventually(async () => expect((await streamed()).status).toBe(200));
    await eventually(async () => {
      expect((await stack.client().get('/metrics')).text).toMatch(/^svc_event_streams_open 1$/m);
    });
  });
});

describe('while a stream is open', () => {
  it('it holds no Postgres connection: requests are served with more streams than connections', async () => {
    for (let n = 0; n < MAX_STREAMS; n += 1) await streamed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay()));
    await eventually(() => {
      for (const stream of open) expect(payments(stream).sort()).toEqual([...answers].sort());
    }, patience);
    const idle = await stack.query(
      `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(idle).toEqual([]);
  });

  it('revoking its key ends it in order within five seconds', async () => {
    const { body } = await client.post('/v1/security/api-keys', { name: 'Listener', scopes: ['webhooks:read'] });
    const { id, secret } = body as { id: string; secret: string };
    const stream = await streamed({}, secret);
    // Revoked in the database, as by another process: this one would notice at once.
    await stack.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [rowId(id)]);
    await eventually(() => expect(stream.end).toBe('whole'), { timeoutMs: 5_000 });
    expect((await streamed({}, secret)).status).toBe(401);
  });

  it('it survives an outage of Postgres and misses nothing', async () => {
    const stream = await streamed();
    stack.postgres.cut();
    const before = stream.messages.length;
    await eventually(() => expect(stream.messages.length).toBeGreaterThan(before + 1));
    stack.postgres.mend();
    const payment = await eventually(async () => {
      const id = await pay();
      expect(id).toMatch(/^pay_/);
      return id;
    });
    await eventually(() => expect(payments(stream)).toEqual([payment]), patience);
  });

  it('a client that reads nothing is dropped without using memory, and can resume later', async () => {
    const [, other = ''] = others;
    const payment = await pay({ blob: 'x'.repeat(15_000) }, stack.client(other));
    const { id, body } = await storedEvent(payment);
    const [whole] = body.split(id);
    await stack.query(
      `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
       SELECT environment_id, id + n, type, object_id,
              convert_to($2 || 'evt_' || (id + n) || substr($3, length($2) + length('evt_' || id) + 1), 'UTF8'),
              epoch, pg_current_xact_id()::text::bigint
         FROM events, generate_series(1, ${BACKLOG}) AS n WHERE id = $1`,
      [rowId(id), whole, body],
    );
    const before = residentMegabytes(stack.api[0]);

    const stalled: EventStream[] = [];
    for (let n = 0; n < 6; n += 1) stalled.push(await openEventStream(stack.apiUrl, other, { lastEventId: id }));
    open.push(...stalled);
    for (const stream of stalled) stream.stopReading();
    const dropped = (): number => stack.logs().filter((line) => line.includes('has read nothing for')).length;
    let most = before;
    await eventually(() => {
      most = Math.max(most, residentMegabytes(stack.api[0]));
      expect(dropped()).toBe(6);
    }, patience);
    expect(most - before).toBeLessThan(80);
    const [first] = stalled;
    first?.readOn();
    await eventually(() => expect(first?.end).toBe('broken'));
    const rest = await streamed({ lastEventId: first?.lastEventId ?? '' }, other);
    await eventually(() => expect((first?.data.length ?? 0) + rest.data.length).toBe(BACKLOG), patience);
    expect(new Set([...(first?.data ?? []), ...rest.data]).size).toBe(BACKLOG);
  });
});

it('row 5: on SIGTERM streams end in order at once, and no new ones open', async () => {
  for (let n = 0; n < 6; n += 1) await streamed();
  const stopped = stack.api[0]?.stop();
  await eventually(() => expect(open.map(({ end }) => end)).toEqual(Array(6).fill('whole')), { intervalMs: 10 });
  const outcome = client.get('/v1/events/stream').then(
    ({ status, body }) => `${status} ${String(body['code'])}`,
    () => 'refused',
  );
  expect(['503 unavailable', 'refused']).toContain(await outcome);
  await expect(stopped).resolves.toEqual({ code: 0, signal: null });
});
