import { deprecationOf } from './deprecations.mjs';
import { operationsOf, resolve } from './document.mjs';
import { HEADER } from './output.mjs';

export function operationsFile(document) {
  const table = Object.fromEntries(
    operationsOf(document).map((operation) => [operation.operationId, descriptor(document, operation)]),
  );
  return `${HEADER}
import type { OperationDescriptor } from '../src/operation.js';

/** Every operation of the contract, by its operationId. */
export const operations = ${JSON.stringify(table, null, 2)} as const satisfies Record<string, OperationDescriptor>;

export type OperationId = keyof typeof operations;
`;
}

/** @param {import('./document.mjs').Operation} operation */
export function descriptor(document, operation) {
  const { definition } = operation;
  const parametersIn = (/** @type {string} */ place) =>
    operation.parameters.filter((parameter) => parameter.in === place);
  const answer = operation.responses.find(({ status }) => status === operation.status)?.response;
  return {
    operationId: operation.operationId,
    method: operation.method,
    path: operation.path,
    nestPath: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    status: operation.status,
    authentication: authenticationOf(document, definition),
    scope: definition['x-required-scope'],
    stepUp: definition['x-console-step-up'] ?? null,
    tag: definition.tags[0],
    idempotent: parametersIn('header').some(({ name }) => name === 'Idempotency-Key'),
    preconditionRequired: parametersIn('header').some(({ name, required }) => name === 'If-Match' && required === true),
    hasBody: operation.bodySchema !== null,
    bodyRequired: operation.bodyRequired,
    bodyMediaTypes: operation.bodyMediaTypes,
    query: Object.fromEntries(
      parametersIn('query').map((parameter) => [parameter.name, queryType(document, parameter)]),
    ),
    headers: Object.fromEntries(parametersIn('header').map(({ name }) => [name, inputName(name)])),
    answerTypes: Object.keys(answer.content ?? {}),
    answerHeaders: Object.keys(answer.headers ?? {}),
    location: definition['x-location'] ?? null,
    deprecation: deprecationOf(definition),
    statuses: operation.responses.map(({ status }) => status),
  };
}

/**
 * What stands for the caller: `key`, `session`, or `none`.
 * @returns {string}
 */
function authenticationOf(document, definition) {
  const [requirement] = definition.security ?? document.security ?? [];
  if (requirement === undefined) return 'none';
  return 'session' in requirement ? 'session' : 'key';
}

/**
 * The descriptor type of a query parameter.
 * @returns {string}
 */
function queryType(document, { name, schema, style }) {
  const { type } = resolve(document, schema);
  if ((type === 'object') !== (style === 'deepObject'))
    throw new Error(`${name}: objects in a query must be deepObject`);
  return type;
}

/**
 * The name of a header in an input: Idempotency-Key is idempotencyKey.
 * @param {string} header
 */
function inputName(header) {
  const [first = '', ...rest] = header.toLowerCase().split('-');
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
