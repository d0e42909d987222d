import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as sdk from './index.js';
import { sign, type DeliveryToSign } from './testing.js';
import { verify } from './webhooks.js';

/** A call as the vectors describe it. */
interface VectorCall {
  readonly operation: string;
  readonly ids?: readonly string[];
  readonly query?: object;
  readonly body?: object;
  readonly options?: object;
  readonly all?: boolean;
  readonly take?: number;
  readonly download?: boolean;
}

interface Vector {
  readonly name: string;
  readonly client?: { readonly timeoutMs?: number; readonly totalTimeoutMs?: number; readonly maxRetries?: number };
  readonly call: VectorCall;
  readonly answers: readonly unknown[];
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly query?: readonly (readonly string[])[];
    readonly headers?: Readonly<Record<string, string>>;
    readonly withoutHeaders?: readonly string[];
    readonly body?: unknown;
  }[];
  readonly sameIdempotencyKey?: boolean;
  readonly waitsMs?: readonly (readonly [number, number])[];
  readonly pausesMs?: readonly (readonly [number, number])[];
  readonly result?: unknown;
  readonly ids?: readonly string[];
  readonly lastEventId?: string;
  readonly events?: readonly { readonly url: string }[];
  /** The call is refused before a request is sent, with this text in the message. */
  readonly refused?: string;
  readonly message?: { readonly has: string; readonly lacks: string };
  readonly error?: { readonly type: string; readonly fieldErrors?: unknown } & Readonly<Record<string, unknown>>;
}

interface Noted {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly string[])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly at: number;
}

interface Signed {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly tolerance?: number;
  readonly now?: number;
  readonly event?: object;
  readonly code?: string;
}

type ToSign = DeliveryToSign & { readonly name: string; readonly headers?: object; readonly refused?: string };

const folder = 'packages/testing/sdk-vectors';
const read = <T>(file: string): T => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as T;
const webhooks = read<{ verify: Signed[]; sign: ToSign[] }>('webhooks.json');

let server: ChildProcess;
let address: string;

beforeAll(async () => {
  server = spawn(process.execPath, [`${folder}/server.mjs`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
  [address] = (await once(lines, 'line')) as [string];
});

afterAll(async () => {
  server.stdin?.end();
  await once(server, 'exit');
});

describe.concurrent('calls', () => {
  it.each(read<Vector[]>('calls.json'))('$name', { timeout: 20_000 }, async (vector) => {
    const { id } = await control<{ id: string }>('/_cases', { answers: vector.answers });
    const { timeoutMs, totalTimeoutMs, ...others } = vector.client ?? {};
    const baseUrl = `${address}/${id}`;
    const told: sdk.CallEvent[] = [];
    const svc = new sdk.Svc('sk_test_1', {
      baseUrl,
      onEvent: (event) => told.push(event),
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
      ...(totalTimeoutMs !== undefined && { totalTimeout: totalTimeoutMs }),
      ...others,
    });
    const outcome = await callOf(methodOf(svc, vector.call.operation), vector.call).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    const { requests } = await control<{ requests: Noted[] }>(`/_cases/${id}`);
    compareRequests(requests, vector);
    compareOutcome(outcome, vector, requests[0]?.headers['idempotency-key']);
    if (vector.waitsMs !== undefined) compareWaits(told, vector.waitsMs);
    if (vector.events !== undefined) {
      expect(told).toMatchObject(vector.events.map((event) => ({ ...event, url: baseUrl + event.url })));
    }
  });
});

type Method = (...args: readonly unknown[]) => PromiseLike<unknown> & AsyncIterable<{ id: string }>;

function methodOf(svc: sdk.Svc, operation: string): Method {
  const methods: Readonly<Record<string, unknown>> = {
    createPayment: svc.payments.create.bind(svc.payments),
    getPayment: svc.payments.retrieve.bind(svc.payments),
    listPayments: svc.payments.list.bind(svc.payments),
    updateCustomer: svc.customers.update.bind(svc.customers),
    deleteWebhook: svc.webhooks.delete.bind(svc.webhooks),
    listWebhookDeliveries: svc.webhooks.listDeliveries.bind(svc.webhooks),
    listEvents: svc.events.list.bind(svc.events),
    streamEvents: svc.events.stream.bind(svc.events),
    downloadReport: svc.reports.download.bind(svc.reports),
  };
  const method = methods[operation] as Method | undefined;
  if (method === undefined) throw new Error(`There is no method for ${operation}`);
  return method;
}

/** Makes the call. Returns the ids of what it loops over. */
async function callOf(method: Method, call: VectorCall): Promise<unknown> {
  const {
    operation,
    ids = [],
    query,
    body,
    options,
    all = false,
    take = Infinity,
    download = false,
    ...unknown
  } = call;
  expect(unknown).toEqual({});
  const params = body ?? query;
  const made = method(...ids, ...(params === undefined ? [] : [params]), ...(options === undefined ? [] : [options]));
  if (operation === 'streamEvents') return streamed((await made) as sdk.EventStream, take);
  if (download) return ((await made) as sdk.FileDownload).text();
  if (!all) return made;
  const found: string[] = [];
  for await (const { id } of made) found.push(id);
  return { ids: found };
}

async function streamed(stream: sdk.EventStream, take: number): Promise<unknown> {
  const ids: string[] = [];
  for await (const { event } of stream) {
    ids.push(event.id);
    if (ids.length === take) break;
  }
  return { ids, lastEventId: stream.lastEventId };
}

function compareRequests(noted: readonly Noted[], { requests, sameIdempotencyKey, pausesMs = [] }: Vector): void {
  expect(noted.map(({ method, path }) => `${method} ${path}`)).toEqual(requests.map((r) => `${r.method} ${r.path}`));
  for (const [index, { query = [], headers = {}, withoutHeaders = [], body = null }] of requests.entries()) {
    const seen = noted[index] as Noted;
    expect(sorted(seen.query)).toEqual(sorted(query));
    expect(seen.body).toEqual(body);
    for (const [name, pattern] of Object.entries(headers)) expect(seen.headers[name]).toMatch(new RegExp(pattern));
    for (const name of withoutHeaders) expect(seen.headers).not.toHaveProperty(name);
  }
  const keys = new Set(noted.map(({ headers }) => headers['idempotency-key']));
  if (sameIdempotencyKey === true) expect([keys.size, keys.has(undefined as never)]).toEqual([1, false]);
  for (const [index, [least, most]] of pausesMs.entries()) {
    const pause = (noted[index + 1]?.at ?? NaN) - (noted[index]?.at ?? NaN);
    expect(pause).toBeGreaterThanOrEqual(least);
    expect(pause).toBeLessThan(most);
  }
}

function compareWaits(told: readonly sdk.CallEvent[], bounds: readonly (readonly [number, number])[]): void {
  const waits = told.flatMap((event) => (event.kind === 'wait' ? [event.milliseconds] : []));
  expect(waits).toHaveLength(bounds.length);
  for (const [index, [least, most]] of bounds.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(least);
    expect(waits[index]).toBeLessThanOrEqual(most);
  }
}

const sorted = (query: readonly (readonly string[])[]) => query.map((pair) => pair.join('=')).sort();

function compareOutcome(
  outcome: { result?: unknown; error?: unknown },
  { result, ids, lastEventId, refused, error, message }: Vector,
  key: string | undefined,
): void {
  if (refused !== undefined) {
    expect(outcome.error).toBeInstanceOf(TypeError);
    expect(lettersOf((outcome.error as TypeError).message)).toContain(lettersOf(refused));
    return;
  }
  if (error === undefined) {
    expect(outcome.error).toBeUndefined();
    if (ids !== undefined) expect(outcome.result).toMatchObject({ ids, ...(lastEventId && { lastEventId }) });
    else if (typeof result === 'string') expect(outcome.result).toBe(result);
    else if (result === null) expect(outcome.result).toBeUndefined();
    else expect(outcome.result).toMatchObject(result as object);
    return;
  }
  const { type, ...fields } = error;
  expect((outcome.error as sdk.SvcError).idempotencyKey).toBe(key);
  expect(outcome.error).toBeInstanceOf(sdk[type as 'SvcError']);
  expect((outcome.error as Error).name).toBe(type);
  if (message !== undefined) {
    expect((outcome.error as Error).message).toContain(message.has);
    expect((outcome.error as Error).message).not.toContain(message.lacks);
  }
  expect(outcome.error).toMatchObject(Object.fromEntries(Object.entries(fields).map(([n, v]) => [n, v ?? undefined])));
}

/** The letters and digits of a text. Languages write names differently. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

async function control<T>(path: string, body?: object): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(address + path, init)).json()) as T;
}

describe('webhooks', () => {
  afterEach(() => vi.useRealTimers());

  it.each(webhooks.verify)('verify: $name', async ({ body, headers, secrets, tolerance, now, event, code }) => {
    if (now !== undefined) vi.useFakeTimers({ now: now * 1_000, toFake: ['Date'] });
    const options = tolerance === undefined ? {} : { tolerance };
    const verified = verify(Buffer.from(body), headers, secrets, options);
    if (code === undefined) await expect(verified).resolves.toMatchObject(event as object);
    else await expect(verified).rejects.toMatchObject({ name: 'WebhookVerificationError', code });
  });

  it.each(webhooks.sign)('sign: $name', async ({ name: _, headers, refused, ...delivery }) => {
    if (refused === undefined) return expect(await sign(delivery)).toEqual(headers);
    const refusal: unknown = await sign(delivery).catch((reason: unknown) => reason);
    expect(refusal).toBeInstanceOf(TypeError);
    expect(lettersOf((refusal as TypeError).message)).toContain(lettersOf(refused));
  });
});
