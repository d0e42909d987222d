import { operationsOf, resolve } from './document.mjs';
import { HEADER } from './output.mjs';

/** @param {any} document */
export function operationsFile(document) {
  const table = Object.fromEntries(
    operationsOf(document).map((operation) => [operation.operationId, descriptor(document, operation)]),
  );
  return `${HEADER}
import type { OperationDescriptor } from '../src/operation-descriptor.js';

/** Every operation of the contract, by its operationId. */
export const operations = ${JSON.stringify(table, null, 2)} as const satisfies Record<string, OperationDescriptor>;

export type OperationId = keyof typeof operations;
`;
}

/**
 * @param {any} document
 * @param {import('./document.mjs').Operation} operation
 */
function descriptor(document, operation) {
  const { definition } = operation;
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  return {
    operationId: operation.operationId,
    method: operation.method,
    path: operation.path,
    nestPath: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    status: operation.status,
    scope: definition['x-required-scope'],
    tag: definition.tags[0],
    hasBody: operation.bodySchema !== null,
    query: Object.fromEntries(query.map(({ name, schema }) => [name, resolve(document, schema).type])),
    statuses: operation.responses.map(({ status }) => status),
  };
}
