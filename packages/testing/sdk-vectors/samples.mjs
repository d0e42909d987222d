// A server that returns the contract's example for every operation, for samples in any language: `node samples.mjs`
// prints its address as the first line and ends with its standard input.
//
//
//   GET /_called -> {"called": ["createPayment", ...], "missing": [...], "refused": ["GET /v1/...: why", ...]}
//
// A request gets 422 unless it is the one of the contract's example, with the same ids and body.
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { answerWithExample, operations, send } from './examples.mjs';

const called = [];
const refused = [];

const server = createServer(async (request, response) => {
  const text = await textOf(request);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://samples');
  if (pathname === '/_called') return send(response, 200, 'application/json', JSON.stringify(outcome()));
  const operation = operations.find(({ method, path }) => method === request.method && matches(path, pathname));
  const fault =
    operation === undefined ? 'no such operation' : faultIn(operation, { request, pathname, searchParams, text });
  if (fault !== null) {
    refused.push(`${request.method} ${request.url}: ${fault}`);
    const problem = { type: 'about:blank', title: 'Refused', status: 422, code: 'validation_failed', detail: fault };
    return send(response, 422, 'application/problem+json', JSON.stringify(problem));
  }
  called.push(operation.operationId);
  answerWithExample(response, operation);
});

/** @returns {string | null} how the request differs from the example */
function faultIn({ definition, path, parameters, bodySchema }, { request, pathname, searchParams, text }) {
  const { headers } = request;
  if (headers.authorization !== 'Bearer sk_test_1') return 'another key';
  const given = pathname.split('/');
  for (const [index, part] of path.split('/').entries()) {
    const parameter = parameters.find(({ in: place, name }) => place === 'path' && part === `{${name}}`);
    if (parameter !== undefined && given[index] !== (parameter.example ?? parameter.schema.example)) {
      return `another ${parameter.name}`;
    }
  }
  for (const name of searchParams.keys()) {
    if (!parameters.some((parameter) => parameter.in === 'query' && parameter.name === name)) return `unknown ${name}`;
  }
  const missing = parameters.find(({ in: place, name, required }) =>
    place === 'query' ? required && !searchParams.has(name) : place === 'header' && required && !headers[lower(name)],
  );
  if (missing !== undefined) return `${missing.name} is missing`;
  if (bodySchema === null) return text === '' || text === '{}' ? null : 'a body';
  if (headers['content-type'] !== 'application/json') return `type ${headers['content-type']}`;
  const { example } = definition.requestBody.content['application/json'];
  const same = isDeepStrictEqual(JSON.parse(text, oneForm), JSON.parse(JSON.stringify(example), oneForm));
  return same ? null : `another body: ${text}`;
}

/** A normal form for times. */
function oneForm(_key, value) {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isTime ? new Date(value).toISOString() : value;
}

const lower = (/** @type {string} */ name) => name.toLowerCase();

function matches(path, pathname) {
  const parts = pathname.split('/');
  const wanted = path.split('/');
  return wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index]);
}

function outcome() {
  return {
    called,
    missing: operations.map(({ operationId }) => operationId).filter((id) => !called.includes(id)),
    refused,
  };
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
process.stdin.resume().on('end', () => process.exit(0));
