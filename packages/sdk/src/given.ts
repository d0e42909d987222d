import type { ApiRequestOptions } from './generated/core/ApiRequestOptions.js';
import { hasNoFields, isJsonObject } from './json-object.js';
import type { RequestOptions } from './options.js';

const OF_EVERY_CALL = ['timeout', 'totalTimeout', 'maxRetries', 'signal', 'headers'];

/**
 * Refuses names that an operation does not know, which would change nothing, and nobody would notice.
 * @param filters what stands in the query of an operation that has it for its parameters
 * @throws TypeError
 */
export function checkNames(operation: ApiRequestOptions, call: RequestOptions, filters: object | undefined): void {
  const headers = Object.keys(operation.headers ?? {}).map(camelCase);
  const query = Object.keys(operation.query ?? {});
  if (filters !== undefined) refuse(filters, [...query, ...headers], 'parameter');
  refuse(call, [...OF_EVERY_CALL, ...headers, ...(filters === undefined ? query : [])], 'option');
}

/**
 * @throws TypeError for a value that is not an object with named fields, and for unknown names
 */
export function refuse(given: object, known: readonly string[], what: string): void {
  if (!isJsonObject(given) || hasNoFields(given)) throw new TypeError(`The ${what}s must be an object`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`There is no ${what} ${JSON.stringify(unknown)}, but ${known.join(', ')}`);
}

/** The name of a header as an option: `If-Match` is `ifMatch`. */
export function camelCase(header: string): string {
  const [first = '', ...rest] = header.toLowerCase().split('-');
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
