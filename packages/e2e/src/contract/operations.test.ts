import { ApiError, Svc, type Fetch } from '@svc/sdk';
import { forThisFile, noteAnswer, startReceiver, startStack } from '@svc/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Contract, type Operation } from './contract.js';
import { exampleCall, makeObjects, ownCalls } from './every-call.js';

const contract = new Contract();

let calls: Record<string, () => Promise<unknown>>;
let answers: { operationId: string | undefined; status: number }[] = [];
let faults: string[] = [];

/** Checks every response before the library reads it. */
const watchingFetch: Fetch = async (url, init) => {
  const response = await fetch(url, init);
  const { pathname, search } = new URL(url);
  const method = init.method ?? 'GET';
  const target = pathname + search;
  const { status, headers } = response;
  answers.push({ operationId: contract.operationOf(method, target)?.operationId, status });
  // A stream does not end, so only its headers are checked.
  const endless = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = endless ? '' : await response.clone().text();
  noteAnswer(method, target, { status, headers, problem: status < 400 ? undefined : JSON.parse(text) });
  const found = contract.faultsOf({ method, target, status, headers, text });
  faults.push(...found.map((fault) => `${method} ${target} -> ${status}: ${fault}`));
  return response;
};

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack());
const { testKey } = await stack.createAccount('enterprise');
const svc = new Svc(testKey, { baseUrl: stack.apiUrl, fetch: watchingFetch });
/** An object of each kind by the name of its path parameter. */
const existing = await makeObjects(svc, receiver, stack, testKey);

beforeAll(() => {
  calls = ownCalls({ svc, receiver, id });
});

afterEach(() => {
  const seen = faults;
  answers = [];
  faults = [];
  expect(seen).toEqual([]);
});

const id = (name: string) => existing[name] ?? expect.fail(`no object for ${name}`);

interface Refusal {
  readonly status: number;
  readonly applies?: (operation: Operation) => boolean;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body; by default the contract's example. */
  readonly body?: string;
  readonly idOf?: (name: string) => string;
}

const json = { 'Content-Type': 'application/json' };
const takesBody = ({ bodyTypes }: Operation) => bodyTypes.length > 0;
/** An id of the same form that no object has. */
const unknownId = (name: string) => id(name).replace(/(?<=_).+/, (digits) => '1'.repeat(digits.length));

/** Refusals that every operation must give if the contract documents them for it. */
const refusals: Record<string, Refusal> = {
  'an unknown query parameter': { status: 400, query: '?surprise=1' },
  'malformed JSON': { status: 400, applies: takesBody, headers: json, body: '{' },
  'an unknown key': { status: 401, headers: { Authorization: 'Bearer sk_test_unknown' } },
  'an unknown id': {
    status: 404,
    applies: ({ path }) => path.includes('{'),
    idOf: unknownId,
    headers: json,
  },
  'an Accept without JSON': { status: 406, headers: { Accept: 'text/html' } },
  'a stale If-Match': { status: 412, headers: { 'If-Match': '"0"', ...json } },
  'a missing If-Match': { status: 428, headers: json, body: '{}' },
  'a body that is too large': { status: 413, headers: json, body: JSON.stringify({ description: 'x'.repeat(70_000) }) },
  'a body that is not JSON': { status: 415, headers: { 'Content-Type': 'text/plain' }, body: 'hello' },
  'an unknown field': { status: 422, applies: takesBody, headers: json, body: '{"surprise":1}' },
};

/** Sends a plain HTTP request that the library would never send. */
async function refused(operation: Operation, { query = '', headers, idOf = id, ...sent }: Refusal): Promise<number> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));
  const { method } = operation;
  const sendsBody = headers?.['Content-Type'] !== undefined && takesBody(operation);
  const body = sent.body ?? JSON.stringify(operation.exampleBody ?? {});
  const { 'Content-Type': type, ...others } = headers ?? {};
  const answer = await watchingFetch(stack.apiUrl + path + query, {
    method,
    headers: { Authorization: `Bearer ${testKey}`, ...others, ...(sendsBody && type ? { 'Content-Type': type } : {}) },
    ...(sendsBody ? { body } : {}),
  });
  return answer.status;
}

it('no call here is of an operation that the contract lacks', () => {
  const known = contract.operations.map(({ operationId }) => operationId);
  expect(known).toEqual(expect.arrayContaining(Object.keys(calls)));
});

describe.each(contract.operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (operationId, operation) => {
    const { statuses } = operation;
    const success = statuses.find((status) => status < 300) ?? 0;

    it(`${success} through the library, valid by the contract`, async () => {
      await (calls[operationId]?.() ?? exampleCall({ svc, receiver, id }, operation));
      expect(answers).toContainEqual({ operationId, status: success });
    });

    const possible = Object.entries(refusals).filter(
      ([, { status, applies = () => true }]) => statuses.includes(status) && applies(operation),
    );
    it.each(possible.map(([what, refusal]) => [refusal.status, what, refusal] as const))(
      '%d for %s',
      async (status, _, refusal) => {
        expect(await refused(operation, refusal)).toBe(status);
      },
    );
  },
);

describe.each(['approvePayment', 'rejectPayment', 'cancelPayment', 'capturePayment'] as const)('%s', (operationId) => {
  it('409 for a settled payment, with the allowed actions', async () => {
    const action = {
      approvePayment: 'approve',
      rejectPayment: 'reject',
      cancelPayment: 'cancel',
      capturePayment: 'capture',
    } as const;
    const error: unknown = await svc.payments[action[operationId]](id('paymentId')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: 'state_conflict' });
    expect((error as ApiError).problem).toMatchObject({ currentStatus: 'completed', currentStage: null });
  });
});
