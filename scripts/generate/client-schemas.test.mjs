import { describe, expect, it } from 'vitest';
import { isSecret, secretsIn } from './client-schemas.mjs';

const document = {
  components: {
    schemas: {
      Credentials: { properties: { key: { type: 'string', writeOnly: true }, url: { type: 'string' } } },
      Node: { properties: { next: { $ref: '#/components/schemas/Node' }, secret: { type: 'string' } } },
    },
  },
};
const credentials = { $ref: '#/components/schemas/Credentials' };

describe('a secret', () => {
  it.each([
    ['a field that is only written', 'key', { writeOnly: true }],
    ['a password', 'word', { type: 'string', format: 'password' }],
    ['a field called secret', 'secret', { type: 'string' }],
  ])('is %s', (_, field, schema) => {
    expect(isSecret(document, field, schema)).toBe(true);
  });

  it('is no other field', () => {
    expect(isSecret(document, 'url', { type: 'string' })).toBe(false);
    expect(isSecret(document, 'credentials', credentials)).toBe(false);
  });

  it.each([
    ['an object', { properties: { credentials } }, ['key']],
    ['a list', { type: 'array', items: credentials }, ['key']],
    ['a map', { type: 'object', additionalProperties: credentials }, ['key']],
    ['a union', { oneOf: [credentials, { properties: { word: { format: 'password' } } }] }, ['key', 'word']],
    ['an object that contains itself', { $ref: '#/components/schemas/Node' }, ['secret']],
    ['a free-form object', { type: 'object', additionalProperties: true }, []],
  ])('is found in %s', (_, schema, names) => {
    expect(secretsIn(document, schema)).toEqual(names);
  });
});
