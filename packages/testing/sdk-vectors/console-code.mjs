// Writes the programs that the console shows in a language into a folder, and is the server that they call:
// `node console-code.mjs Java FOLDER` prints its address as the first line and ends with its standard input.
//
//   GET /_called -> {"missing": ["GET /v1/payments", ...], "refused": ["GET /v1/...", ...]}
//
// A request gets 422 unless it is the one that a program shows, with the same query and body.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { pascal } from '../../../scripts/generate/client-schemas.mjs';
import { resolve } from '../../../scripts/generate/document.mjs';
import { answerWithExample, document, operations, send } from './examples.mjs';

const ENDINGS = { JavaScript: 'mjs', Python: 'py', PHP: 'php', Java: 'java' };
const PAYMENT_ACTIONS = ['approve', 'reject', 'cancel', 'capture'];

const [language = '', folder = ''] = process.argv.slice(2);
const { OBJECTS, actOnPayment, codeOf, create, list, retrieve, summarize } = await loadConsole();
const calls = shownCalls();
const missing = new Map(calls.map((call) => [requestOf(call), call]));
const shown = new Map(missing);
const refused = [];

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://console');
  if (pathname === '/_called') {
    const outcome = JSON.stringify({ missing: [...missing.keys()], refused });
    return send(response, 200, 'application/json', outcome);
  }
  const body = JSON.parse((await text(request)) || '{}');
  const received = written(request.method, pathname, [...searchParams], body);
  const call = shown.get(received);
  if (call === undefined) {
    refused.push(received);
    const problem = { type: 'about:blank', title: 'Refused', status: 422, code: 'validation_failed', detail: received };
    return send(response, 422, 'application/problem+json', JSON.stringify(problem));
  }
  missing.delete(received);
  answerWithExample(response, operationOf(call));
});

/** The modules of the console that write programs. They are TypeScript, for a bundler. */
async function loadConsole() {
  const code = fileURLToPath(new URL('../../../apps/console/src/code/', import.meta.url));
  const both = ['call.ts', 'languages.ts'].map((file) => `export * from ${JSON.stringify(code + file)};`).join('\n');
  const entry = {
    name: 'entry',
    resolveId: (id) => (id === 'both' ? id : null),
    load: (id) => (id === 'both' ? both : null),
  };
  const build = await rolldown({ input: 'both', plugins: [entry] });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

/** Each call that pages show, without filters or body and with all of them. */
function shownCalls() {
  const idIn = (/** @type {any} */ call) => exampleOf(operationOf(call).parameters.find((each) => each.in === 'path'));
  const paymentId = idIn(actOnPayment('cancel', '', {}));
  return [
    ...Object.keys(OBJECTS).flatMap((resource) => [
      retrieve(resource, idIn(retrieve(resource, ''))),
      list(resource, {}),
      list(resource, filtersOf(list(resource, {}))),
    ]),
    summarize({}),
    summarize(filtersOf(summarize({}))),
    create('refunds', bodyOf(create('refunds', {}))),
    ...PAYMENT_ACTIONS.flatMap((verb) => [
      actOnPayment(verb, paymentId, {}),
      actOnPayment(verb, paymentId, bodyOf(actOnPayment(verb, paymentId, {}))),
    ]),
  ];
}

function operationOf({ operation }) {
  const found = operations.find(({ operationId }) => operationId === operation);
  if (found === undefined) throw new Error(`the console shows the operation ${operation}, which does not exist`);
  return found;
}

/** A value for each parameter of a query. An address has `limit` as text. */
function filtersOf(call) {
  const query = operationOf(call).parameters.filter((parameter) => parameter.in === 'query');
  return Object.fromEntries(query.map((parameter) => [parameter.name, filterOf(parameter)]));
}

function filterOf(parameter) {
  const { name } = parameter;
  const schema = resolve(document, parameter.schema);
  if (name === 'limit') return '10';
  if (schema.type === 'integer') return 3_000_000_000;
  if (schema.type === 'object') return { orderId: '1042', 'a b': 'c"d' };
  // The form in which Java sends any time.
  if (schema.format === 'date-time') return '2026-11-21T09:30:00.000Z';
  return schema.enum?.[0] ?? exampleOf(parameter);
}

function exampleOf({ name, example, schema }) {
  return example ?? schema.example ?? name;
}

function bodyOf(call) {
  return operationOf(call).definition.requestBody.content['application/json'].example;
}

/** The request of a call, in one form. */
function requestOf({ method, path, params = {} }) {
  if (method !== 'GET') return written(method, path, [], params);
  const { metadata = {}, ...others } = params;
  const keys = Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value]);
  return written(method, path, [...Object.entries(others), ...keys], {});
}

function written(method, path, query, body) {
  const filters = query.map(([name, value]) => `${name}=${value}`).sort();
  return [method, path, ...filters, JSON.stringify(body, sortKeys)].join(' ');
}

function sortKeys(_key, value) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address !== 'object') return;
  const baseUrl = `http://127.0.0.1:${address.port}`;
  for (const [index, call] of calls.entries()) {
    const name = `${pascal(call.operation)}${index}`;
    const program = codeOf(call, language, baseUrl).replace('class Example', `class ${name}`);
    writeFileSync(join(folder, `${name}.${ENDINGS[language]}`), program);
  }
  console.log(baseUrl);
});
process.stdin.resume().on('end', () => process.exit(0));
