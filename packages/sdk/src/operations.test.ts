import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Svc } from './client.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: { readonly type?: string };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly ({ readonly $ref: string } | Parameter)[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as Document;

/** What each operation's method is called in every client library. */
const methods = new Map(
  [...readFileSync('openapi/client-methods.yaml', 'utf8').matchAll(/^(\w+): ([\w.]+)$/gm)].map(
    ([, operationId = '', method = '']) => [operationId, method],
  ),
);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(([method, { operationId, parameters = [] }]) => ({
      operationId,
      request: `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'id_1')}`,
      parameters: parameters.map((each) =>
        '$ref' in each ? (document.components.parameters[each.$ref.split('/').at(-1) ?? ''] as Parameter) : each,
      ),
    })),
);

/** A value for every query and header parameter of a method's operation, by the name that the library has for it. */
function everythingFor(method: string): Readonly<Record<string, unknown>> {
  const { parameters = [] } = operations.find(({ operationId }) => methods.get(operationId) === method) ?? {};
  const named = parameters.filter((parameter) => parameter.in !== 'path');
  return Object.fromEntries(
    named.map(({ name, schema }) => [camelCase(name), schema.type === 'object' ? { key: 'v' } : 'v']),
  );
}

interface Call {
  readonly method: string;
  readonly request: string;
  readonly sent: ReadonlySet<string>;
}

let calls: Call[];

beforeAll(async () => {
  calls = await callEveryMethod();
});

describe('every operation of the contract', () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s has one method, the one of all client libraries, which sends all its parameters',
    (operationId, { request, parameters }) => {
      const found = calls.filter((call) => call.request === request);
      expect(found.map(({ method }) => method)).toEqual([methods.get(operationId)]);
      const names = parameters.filter((parameter) => parameter.in !== 'path').map(({ name }) => name.toLowerCase());
      expect([...(found[0]?.sent ?? [])].sort()).toEqual(names.sort());
    },
  );

  it('and nothing else has one', () => {
    const known = new Set(operations.map(({ request }) => request));
    expect(calls.filter(({ request }) => !known.has(request))).toEqual([]);
  });
});

/** Calls each method of each resource and looks at what it asks for. */
async function callEveryMethod(): Promise<Call[]> {
  const seen: Call[] = [];
  let current = '';
  const svc = new Svc('sk_test_1', {
    baseUrl: 'http://svc.test',
    fetch: (address, { method, headers }) => {
      const url = new URL(address);
      const query = [...url.searchParams.keys()].map((name) => name.replace(/\[.*/, ''));
      const usual = new Set(['accept', 'accept-encoding', 'authorization', 'content-type', 'user-agent']);
      const own = [...new Headers(headers).keys()].filter((name) => !usual.has(name));
      const sent = new Set([...query.map((name) => name.toLowerCase()), ...own]);
      seen.push({ method: current, request: `${method} ${url.pathname}`, sent });
      return Promise.resolve(Response.json({}));
    },
  });
  for (const [resource, methods] of Object.entries(svc)) {
    const prototype = Object.getPrototypeOf(methods) as Record<string, unknown>;
    for (const name of Object.getOwnPropertyNames(prototype).filter((each) => each !== 'constructor')) {
      current = `${resource}.${name}`;
      const method = prototype[name] as (...args: readonly unknown[]) => Promise<unknown>;
      // Those of one object take its id first, or that of what it belongs to and its own; some take parameters of the query,
      // others have them among their options. What is in another place is refused before anything is sent.
      const before = seen.length;
      const given = everythingFor(current);
      for (const ids of [[], ['id_1'], ['id_1', 'id_1']]) {
        for (const rest of [[given, given, given], [given]]) {
          if (seen.length === before) await method.call(methods, ...ids, ...rest).catch(() => undefined);
        }
      }
    }
  }
  return seen;
}

function camelCase(name: string): string {
  const [first = '', ...rest] = name.split('-');
  if (rest.length === 0) return name;
  return first.toLowerCase() + rest.map((word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase()).join('');
}
