import { describe, expect, it } from 'vitest';
import { matched } from './client-methods.mjs';

const operation = (operationId) => ({ operationId, responses: { 200: {} } });
const document = { paths: { '/a': { get: operation('getA'), post: operation('createA') } } };

describe('matched', () => {
  it('returns resource and method of each operation, in the order of the manifest', () => {
    const methods = matched(document, { createA: 'as.create', getA: 'as.retrieve' });
    expect(methods.map(({ resource, method, operation: { path } }) => [resource, method, path])).toEqual([
      ['as', 'create', '/a'],
      ['as', 'retrieve', '/a'],
    ]);
  });

  it.each([
    ['an operation without an entry', { getA: 'as.retrieve' }, 'operation createA has no entry'],
    ['an entry without an operation', { createA: 'a.b', getA: 'a.c', getB: 'a.d' }, 'getB is not an operation'],
    ['two operations with one name', { createA: 'as.create', getA: 'as.create' }, 'as.create is duplicate'],
    ['an invalid name', { createA: 'create', getA: 'as.get' }, 'create is not <resource>.<method>'],
  ])('refuses %s', (_, manifest, fault) => {
    expect(() => matched(document, manifest)).toThrow(fault);
  });
});
