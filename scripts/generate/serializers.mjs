import fastJson from 'fast-json-stringify';
import { operationsOf } from './document.mjs';
import { toSerializationSchema } from './json-schema.mjs';
import { HEADER } from './output.mjs';

/** @param {any} document */
export function serializerFiles(document) {
  const answers = operationsOf(document).flatMap((operation) => {
    const { mediaType, schema } = operation.responses.find(({ status }) => status === operation.status);
    return mediaType && !operation.answersFile ? [{ name: operation.operationId, schema }] : [];
  });
  const serializers = [...answers, { name: 'problem', schema: document.components.schemas.Problem }];
  return {
    'serializers.cjs': `${HEADER}'use strict';\n${serializers.map(({ name, schema }) => section(name, compile(document, name, schema))).join('')}`,
    'serializers.d.cts': `${HEADER}
/** By operationId, what writes the successful answer as JSON; \`problem\` writes a problem. */
declare const serializers: Readonly<Record<string, (value: unknown) => string>>;
export = serializers;
`,
  };
}

/**
 * @param {any} document
 * @param {string} name
 * @param {any} schema
 * @returns {string}
 */
function compile(document, name, schema) {
  return fastJson(
    { $id: name, ...toSerializationSchema(document, schema) },
    {
      mode: 'standalone',
      // The default writes a threshold into the code that depends on the Node that generates. Arrays of this size, which
      // we do not answer with, would be the only ones to be written another way.
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
