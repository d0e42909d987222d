import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { findLossyNumber } from './json-text.js';

describe('findLossyNumber', () => {
  it.each([
    '0',
    '-0',
    '-0.0',
    '0e999999999999',
    '1.0',
    '1e3',
    '1E+3',
    '100e-2',
    '0.1',
    '123456789012345',
    '9007199254740991',
    '-9007199254740992',
    '1e22',
    '100000000000000000000',
    '100000000000000000000.000',
    '0.1000000000000000000000',
    '0.30000000000000004',
    '1.7976931348623157e308',
    '5e-324',
    '"1e400"',
    '"12345678901234567890"',
    '{"12345678901234567890":"\\"12345678901234567890"}',
    '"\\\\"',
    '[]',
  ])('accepts %s', (text) => {
    expect(findLossyNumber(text)).toBeNull();
  });

  it.each([
    '1e400',
    '-1e400',
    '1e-400',
    '4.9e-324',
    '9007199254740993',
    '12345678901234567890',
    '0.1234567890123456789',
    '1234567.89012345678',
    '1.00000000000000000001',
    '0.1e-999999999999',
  ])('refuses %s', (text) => {
    expect(findLossyNumber(text)).toMatchObject({ pointer: '', code: 'out_of_range' });
  });

  it.each([
    ['{"metadata":{"id":12345678901234567890}}', '/metadata/id'],
    ['{ "a" : [ 1 , "x,]:" , { "b" : [ ] , "c" : 1e400 } ] }', '/a/2/c'],
    ['[[1,2],[3,4,[5]],1e400]', '/2'],
    ['{"a":{"b":1},"c":[1e400]}', '/c/0'],
    ['{"a/b":{"c~d":{"\\u0065\\"":1e400}}}', '/a~1b/c~0d/e"'],
    ['{"":1e400}', '/'],
    ['{"a":"12345678901234567890","b":1e400}', '/b'],
  ])('points at the number in %s', (text, pointer) => {
    expect(findLossyNumber(text)?.pointer).toBe(pointer);
  });

  it('leaves deeper content to the depth limit', () => {
    expect(findLossyNumber(`${'['.repeat(5_000)}1e400${']'.repeat(5_000)}`)).toBeNull();
    expect(findLossyNumber(`${'['.repeat(10)}1e400${']'.repeat(10)}`)?.pointer).toBe('/0'.repeat(10));
  });

  it('accepts all output of JSON.stringify', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => findLossyNumber(JSON.stringify(value)) === null));
  });

  it('agrees with exact arithmetic on integers', () => {
    const integers = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    fc.assert(
      fc.property(integers, (integer) => {
        const printed = String(Number(integer)).replace(/e\+(\d+)$/, 'e$1');
        const survives = !printed.includes('e') && BigInt(printed) === integer;
        return (findLossyNumber(String(integer)) === null) === survives;
      }),
    );
  });

  it.each([
    ['zeros', `{"a":0.${'0'.repeat(60_000)}1}`],
    ['escapes', `{"a":"${'\\"'.repeat(30_000)}","b":1e3}`],
    ['digits', `{"a":${'1'.repeat(60_000)}}`],
    ['numbers', `[${'1234567890.1234567,'.repeat(3_000)}1]`],
  ])('takes linear time: %s', (_what, text) => {
    const started = process.cpuUsage();
    findLossyNumber(text);
    // Processor time excludes other processes.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(250);
  });
});
