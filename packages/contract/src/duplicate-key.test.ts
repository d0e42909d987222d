import { describe, expect, it } from 'vitest';
import { findDuplicateKey } from './json-text.js';

function find(text: string): unknown {
  return findDuplicateKey(text, JSON.parse(text));
}

describe('a duplicate key in an object', () => {
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":1,"b":2, "a" : 1}', '/a'],
    ['{"amount":{"value":1},"amount":{"value":2}}', '/amount'],
    ['{"x":[{"y":1},{"y":1,"y":2}]}', '/x/1/y'],
    ['{"x":[[0,{}],[{"y/~":1,"y/~":1}]]}', '/x/1/0/y~1~0'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['{"":1,"":2}', '/'],
    ['{"\\\\":1,"a":2,"a":3}', '/a'],
  ])('%s: at %s', (text, pointer) => {
    expect(find(text)).toMatchObject({ pointer, code: 'duplicate' });
  });

  it.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":"{\'a\':1}","b":":","c":"\\\\"}',
    '{"a\\":":1,"b":2}',
    '"a"',
    'null',
    '[]',
  ])('%s: none', (text) => {
    expect(find(text)).toBeNull();
  });

  it('is not searched beyond the depth limit, which takes no extra time', () => {
    const deep = '{"a":'.repeat(5_000) + '{"b":1,"b":2}' + '}'.repeat(5_000);
    expect(find(deep)).toBeNull();
  });
});
