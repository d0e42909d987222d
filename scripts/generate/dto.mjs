import { operationsOf, resolve, schemaName } from './document.mjs';
import { HEADER } from './output.mjs';

/**
 * A class for each schema that is an object with named fields, and what each operation takes and gives in their terms.
 * @param {any} document
 */
export function dtoFile(document) {
  const classes = Object.keys(document.components.schemas).filter((name) => isClass(resolve(document, ref(name))));
  const operations = operationsOf(document);
  return `${HEADER}
import type { FileOutput, StreamOutput } from '../src/output.js';
import type { components } from './types.js';

type Schemas = components['schemas'];
${classes.map((name) => dtoClass(document, name)).join('')}
/** What each operation takes as its body. */
export interface Bodies {
${operations.map((operation) => `  ${operation.operationId}: ${bodyType(document, operation)};\n`).join('')}}

/** What each operation answers with when it succeeds. */
export interface Answers {
${operations.map((operation) => `  ${operation.operationId}: ${answerType(document, operation)};\n`).join('')}}
`;
}

/** @param {string} name of a component, such as "payment.completed" */
function dtoName(name) {
  const words = name.split(/[._-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Dto`;
}

/** @param {string} name */
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

/** @param {any} schema */
const isClass = (schema) => schema.type === 'object' && schema.properties !== undefined && !schema.nullable;

/**
 * @param {any} document
 * @param {string} name
 */
function dtoClass(document, name) {
  const { properties, required = [] } = document.components.schemas[name];
  const fields = Object.entries(properties).map(([key, property]) => {
    const type = typeOf(document, property, `Schemas[${JSON.stringify(name)}][${JSON.stringify(key)}]`);
    return `  declare readonly ${key}${required.includes(key) ? '' : '?'}: ${type};\n`;
  });
  return `
export class ${dtoName(name)} {
${fields.join('')}}
`;
}

/**
 * The class that a schema refers to, or an array of it; where there is none, \`otherwise\`.
 * @param {any} document
 * @param {any} schema
 * @param {string} otherwise
 * @returns {string}
 */
function typeOf(document, schema, otherwise) {
  const name = schemaName(schema);
  if (name !== null && isClass(resolve(document, schema))) return dtoName(name);
  if (name === null && schema.type === 'array' && !schema.nullable) {
    const items = typeOf(document, schema.items, '');
    if (items !== '') return `${items}[]`;
  }
  return otherwise;
}

/**
 * @param {any} document
 * @param {any} schema
 */
const namedType = (document, schema) => typeOf(document, schema, `Schemas[${JSON.stringify(schemaName(schema))}]`);

/**
 * @param {any} document
 * @param {import('./document.mjs').Operation} operation
 */
function bodyType(document, { bodySchema, bodyRequired }) {
  if (bodySchema === null) return 'undefined';
  return namedType(document, bodySchema) + (bodyRequired ? '' : ' | undefined');
}

/**
 * @param {any} document
 * @param {import('./document.mjs').Operation} operation
 */
function answerType(document, { responses, status, answersFile }) {
  const { mediaType, schema } = responses.find((response) => response.status === status);
  if (mediaType === 'text/event-stream') return 'StreamOutput';
  if (answersFile) return 'FileOutput';
  return mediaType === null ? 'void' : namedType(document, schema);
}
