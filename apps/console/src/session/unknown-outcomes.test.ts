import { beforeEach, describe, expect, it } from 'vitest';
import { UnknownOutcomes } from './unknown-outcomes.js';

const HOUR_MS = 60 * 60_000;
const DONE = answer(201);

let texts: Map<string, string>;
let now: number;
let outcomes: UnknownOutcomes;

beforeEach(() => {
  texts = new Map();
  now = 0;
  outcomes = open();
});

/** As in a page that was loaded again. */
function open(): UnknownOutcomes {
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  };
  return new UnknownOutcomes(storage, () => now);
}

function answer(status: number, headers: Record<string, string> = { 'Request-Id': 'req_1' }): () => Response {
  return () => new Response('{}', { status, headers });
}

function nothing(): Response {
  throw new TypeError('Failed to fetch');
}

/** An answer that breaks off. */
function half(): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  return new Response(body, { status: 201, headers: { 'Request-Id': 'req_1' } });
}

/** The key with which the request was sent. */
async function keyOf(request: string, given: string, respond: () => Response): Promise<string> {
  let sent = '';
  const sending = outcomes.send(request, given, async (key) => {
    sent = key;
    return respond();
  });
  await sending.catch(() => undefined);
  return sent;
}

describe('a request whose outcome is unknown', () => {
  it.each([
    ['no answer came', nothing],
    ['the answer broke off', half],
    ['the service failed', answer(500)],
    ['a proxy answered', answer(200, {})],
    ['a proxy refused it', answer(404, {})],
    ['it took too long', answer(408)],
  ])('has the same key when it is sent again, after %s', async (_, respond) => {
    expect(await keyOf('refund 20', 'first', respond)).toBe('first');
    expect(await keyOf('refund 30', 'second', DONE)).toBe('second');
    expect(await keyOf('refund 20', 'third', DONE)).toBe('first');
    expect(await keyOf('refund 20', 'fourth', DONE)).toBe('fourth');
  });

  it.each([401, 403, 409, 429])('keeps its key when the repetition is refused with %i', async (status) => {
    await keyOf('refund 20', 'first', nothing);
    expect(await keyOf('refund 20', 'second', answer(status))).toBe('first');
    expect(await keyOf('refund 20', 'third', DONE)).toBe('first');
  });

  it('keeps its key when the page is loaded again, also before the answer', async () => {
    await keyOf('refund 20', 'first', () => {
      outcomes = open();
      return nothing();
    });
    expect(await keyOf('refund 20', 'second', DONE)).toBe('first');
  });

  it('gets another key once the service has forgotten the first one', async () => {
    await keyOf('refund 20', 'first', nothing);
    now = 23 * HOUR_MS;
    await keyOf('refund 20', 'second', nothing);
    now = 24 * HOUR_MS;
    expect(await keyOf('refund 20', 'third', DONE)).toBe('third');
  });

  it('was done earlier if the answer is that of the first request, for another form', async () => {
    const replayed = answer(201, { 'Request-Id': 'req_1', 'Idempotent-Replayed': 'true' });
    await keyOf('refund 20', 'first', nothing);
    await keyOf('refund 20', 'second', replayed);
    await keyOf('refund 30', 'third', nothing);
    await keyOf('refund 30', 'fourth', DONE);
    await keyOf('refund 40', 'fifth', nothing);
    await keyOf('refund 40', 'fifth', replayed);
    const keys = ['first', 'second', 'third', 'fourth', 'fifth'];
    expect(keys.filter((key) => outcomes.wasDoneEarlier(key))).toEqual(['second']);
  });

  it('leaves nothing of its content in the browser', async () => {
    await keyOf('refund 20', 'first', nothing);
    expect([...texts.values()].join('')).toContain('first');
    expect([...texts.values()].join('')).not.toContain('refund');
  });
});

it.each([
  ['done', DONE],
  ['refused', answer(422)],
])('a request that was %s leaves nothing', async (_, respond) => {
  await keyOf('refund 20', 'first', respond);
  expect([...texts.values()]).toEqual(['[]']);
});

it('a browser that stores nothing keeps the keys until the page is left', async () => {
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  outcomes = new UnknownOutcomes({ getItem: full, setItem: full });
  await keyOf('refund 20', 'first', nothing);
  expect(await keyOf('refund 20', 'second', DONE)).toBe('first');
});
