import { describe, expect, it } from 'vitest';
import { checkText } from './text.js';

function nested(levels: number): unknown {
  return JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
}

describe('checkText', () => {
  it.each([
    ['plain text', { a: 'é 🎉 \u2028' }],
    ['ten levels', nested(10)],
    ['an empty key', { '': { '': 1 } }],
    ['numbers that fit a float', [0.1, -0.5, 2 ** 53 - 1, 1e20, 1e-7]],
    ['null', null],
  ])('accepts %s', (_what, body) => {
    expect(checkText(body)).toBeNull();
  });

  it.each([
    ['NUL', { a: ['x', 'y\0'] }, '/a/1', 'invalid_text'],
    ['half a surrogate pair', { a: { b: '\ud83d' } }, '/a/b', 'invalid_text'],
    ['a pair the wrong way round', { a: '\udf89\ud83c' }, '/a', 'invalid_text'],
    ['NUL in a key, by its object', { a: { '\0': 1 } }, '/a', 'invalid_text'],
    ['half a pair in a key, by its object', { '\udc00': 1 }, '', 'invalid_text'],
    ['a __proto__ key', JSON.parse('{"metadata":{"__proto__":{}}}'), '/metadata/__proto__', 'invalid_text'],
    ['a key that needs escaping', { 'a/b~c': '\0' }, '/a~1b~0c', 'invalid_text'],
    ['infinity', JSON.parse('{"a":1e400}'), '/a', 'out_of_range'],
    ['eleven levels', nested(11), '/a'.repeat(10), 'too_deep'],
    ['ten thousand levels', nested(10_000), '/a'.repeat(10), 'too_deep'],
  ])('refuses %s', (_what, body, pointer, code) => {
    expect(checkText(body)).toMatchObject({ pointer, code });
  });
});
