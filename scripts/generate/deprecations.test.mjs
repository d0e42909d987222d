import { describe, expect, it } from 'vitest';
import { deprecationOf, withDeprecations } from './deprecations.mjs';
import { operationsFile } from './operations.mjs';

const notice = { deprecated: true, 'x-deprecated-since': '2027-01-01', 'x-sunset': '2028-01-01' };
const values = {
  deprecation: '@1798761600',
  sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  link: '</docs#/Old%20things/getOld>; rel="deprecation"',
};

const operation = (operationId, extra = {}) => ({
  ...{ operationId, tags: ['Old things'], 'x-required-scope': 'payments:read', ...extra },
  responses: {
    200: { description: 'It.', headers: { ETag: { schema: { type: 'string' } } } },
    404: { $ref: '#/components/responses/NotFound' },
  },
});
const document = (extra) => ({
  paths: { '/v1/old': { get: operation('getOld', extra) }, '/v1/new': { get: operation('getNew') } },
  components: { responses: { NotFound: { description: 'No.', headers: {} } } },
});
const headersOf = (response) => Object.keys(response.headers ?? {});

describe('an operation with deprecated, x-deprecated-since and x-sunset', () => {
  it('declares the headers in each response, and changes no other operation', () => {
    const { paths, components } = withDeprecations(document(notice));
    const { 200: found, 404: missing } = paths['/v1/old'].get.responses;
    expect(headersOf(found)).toEqual(['ETag', 'Deprecation', 'Sunset', 'Link']);
    expect(headersOf(missing)).toEqual(['Deprecation', 'Sunset', 'Link']);
    expect(found.headers.Sunset).toMatchObject({ required: true, example: values.sunset });
    expect(paths['/v1/new']).toEqual(document().paths['/v1/new']);
    expect(components).toEqual(document().components);
  });

  it('has the values in the table of operations', () => {
    const table = operationsFile(withDeprecations(document(notice)));
    const [, json = ''] = /export const operations = (\{[^]*?\n\}) as const/.exec(table) ?? [];
    const { getOld, getNew } = JSON.parse(json);
    expect([getOld.deprecation, getNew.deprecation]).toEqual([values, null]);
  });

  it.each([
    ['no sunset', { 'x-sunset': undefined }, 'getOld: a deprecated operation needs x-sunset'],
    ['no beginning', { 'x-deprecated-since': undefined }, 'getOld: a deprecated operation needs x-deprecated-since'],
    ['an invalid date', { 'x-sunset': '2028-02-30' }, 'getOld: a deprecated operation needs x-sunset'],
    ['a time', { 'x-sunset': '2028-01-01T00:00:00Z' }, 'getOld: a deprecated operation needs x-sunset'],
    ['a day less than 12 months', { 'x-sunset': '2027-12-31' }, 'getOld: x-sunset must be 2028-01-01 or later'],
    ['dates alone', { deprecated: false }, 'getOld: x-deprecated-since and x-sunset need deprecated: true'],
  ])('is refused with %s', (_what, change, message) => {
    expect(() => deprecationOf(operation('getOld', { ...notice, ...change }))).toThrow(message);
  });
});
