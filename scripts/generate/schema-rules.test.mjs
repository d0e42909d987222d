import { expect, it } from 'vitest';
import { requireSchemaRules } from './schema-rules.mjs';

const string = { type: 'string' };

it('names the place of each required field that has no property', () => {
  const items = { type: 'object', required: ['currency', 'value'], properties: { value: string } };
  const Balance = { required: ['data', 'asOf'], properties: { data: { type: 'array', items } } };
  const schema = { required: ['id'], properties: {} };
  const document = { components: { schemas: { Balance } }, paths: { '/v1/things': { post: { schema } } } };
  expect(() => requireSchemaRules('openapi/openapi.yaml', document)).toThrow(
    [
      'Mend the contract openapi/openapi.yaml:',
      '  schema Balance requires asOf, which its properties lack',
      '  schema Balance/properties/data/items requires currency, which its properties lack',
      '  paths//v1/things/post/schema requires id, which its properties lack',
    ].join('\n'),
  );
});
