import fastJson from 'fast-json-stringify';
import { operationsOf } from './document.mjs';
import { toSerializationSchema } from './json-schema.mjs';
import { HEADER } from './output.mjs';

export function serializerFiles(document) {
  const answers = operationsOf(document).flatMap((operation) => {
    const { mediaType, schema } = operation.responses.find(({ status }) => status === operation.status);
    return mediaType && !operation.answersFile ? [{ name: operation.operationId, schema }] : [];
  });
  const serializers = [...answers, { name: 'problem', schema: document.components.schemas.Problem }];
  return {
    'serializers.cjs': `${HEADER}'use strict';\n${serializers.map(({ name, schema }) => section(name, compile(document, name, schema))).join('')}`,
    'serializers.d.cts': `${HEADER}
/** Serializes the successful response of each operation as JSON; \`problem\` serializes a problem. */
declare const serializers: Readonly<Record<string, (value: unknown) => string>>;
export = serializers;
`,
  };
}

/**
 * @param {string} name
 * @returns {string}
 */
function compile(document, name, schema) {
  return fastJson(
    { $id: name, ...toSerializationSchema(document, schema) },
    {
      mode: 'standalone',
      // The default threshold for large arrays depends on the Node version of the generator. The API has no arrays of
      // that size.
      largeArrayMechanism: 'json-stringify',
      largeArraySize: 1_000_000,
    },
  );
}

/**
 * @param {string} name
 * @param {string} code a CommonJS module
 */
function section(name, code) {
  return `\nexports.${name} = (() => {\n  const module = { exports: {} };\n${code}\n  return module.exports;\n})();\n`;
}
