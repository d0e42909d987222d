import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../lib/run-command.mjs';
import { requireOperationRules } from './operation-rules.mjs';

/** @type {any} */
let contract;

beforeAll(async () => {
  contract = JSON.parse(await readFile(fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url)), 'utf8'));
});

/** What is said after a change of createCustomer or getEvent. */
const said = (/** @type {(operations: any, paths: any) => void} */ change) => {
  const document = structuredClone(contract);
  const { paths } = document;
  change({ create: paths['/v1/customers'].post, get: paths['/v1/events/{eventId}'].get }, paths);
  try {
    requireOperationRules(document);
  } catch (error) {
    return error.message.split('\n').slice(1);
  }
  return [];
};

it('accepts the contract', () => {
  expect(said(() => {})).toEqual([]);
});

it.each(['tags', 'summary', 'description', 'responses'])('names an operation without %s', (field) => {
  expect(said(({ get }) => delete get[field])).toEqual([`  getEvent has no ${field}`]);
});

it('names the path of an operation without a name, and all that is missing', () => {
  const problems = said(({ get }) => {
    delete get.operationId;
    delete get['x-required-scope'];
    get.tags = [];
  });
  expect(problems).toEqual([
    '  GET /v1/events/{eventId} has no operationId',
    '  GET /v1/events/{eventId} has no tags',
    '  GET /v1/events/{eventId} has no x-required-scope: a scope, or null if any key may call it',
  ]);
});

it('names missing fields and missing statuses together', () => {
  const problems = said(({ get, create }) => {
    delete get.tags;
    delete get['x-required-scope'];
    delete create.responses[431];
  });
  expect(problems).toEqual([
    '  getEvent has no tags',
    '  getEvent has no x-required-scope: a scope, or null if any key may call it',
    '  createCustomer can return 431, which its responses do not list',
  ]);
});

it('refuses an operation without a successful status, without a stack', () => {
  const document = structuredClone(contract);
  delete document.paths['/v1/events/{eventId}'].get.responses[200];
  expect(() => requireOperationRules(document)).toThrow(
    new Refusal('getEvent must have exactly one successful status'),
  );
  expect(() => requireOperationRules(document)).toThrow(Refusal);
});

it('refuses a scope that no key can have', () => {
  expect(said(({ get }) => (get['x-required-scope'] = 'webhook:read'))).toEqual([
    '  getEvent requires the scope webhook:read, which schemas/Scope.yaml does not list',
  ]);
});

it.each([
  ['getEvent', 'get', 408],
  ['getEvent', 'get', 412],
  ['getEvent', 'get', 406],
  ['getEvent', 'get', 404],
  ['createCustomer', 'create', 413],
  ['createCustomer', 'create', 415],
])('names a status of every operation of that kind: %s', (name, which, status) => {
  expect(said((operations) => delete operations[which].responses[status])).toEqual([
    `  ${name} can return ${status}, which its responses do not list`,
  ]);
});

it('names an operation that nothing links to, although others on its object are linked', () => {
  const problems = said((_, paths) => {
    delete paths['/v1/customers'].post.responses[201].links.getCustomer;
  });
  expect(problems).toEqual([
    '  getCustomer takes customerId, but no response links to it: add it to the links of what creates the object',
  ]);
});

it('refuses a required query parameter, which the client libraries cannot have', () => {
  const currency = { name: 'currency', in: 'query', required: true, schema: { type: 'string' } };
  expect(said(({ get }) => (get.parameters = [currency]))).toEqual([
    '  getEvent requires the query parameter currency: make it optional',
  ]);
});
