import { operationsOf, resolve, schemaName } from './document.mjs';
import { HEADER } from './output.mjs';

/**
 * Generates a class for each schema that is an object with named fields, and the body and response types of each
 * operation.
 */
export function dtoFile(document) {
  const classes = Object.keys(document.components.schemas).filter((name) => isClass(resolve(document, ref(name))));
  const operations = operationsOf(document);
  const answers = operations.map((operation) => answerType(document, operation));
  const streams = ['FileOutput', 'StreamOutput'].filter((name) => answers.includes(name));
  const imports = streams.length === 0 ? '' : `import type { ${streams.join(', ')} } from '../src/output.js';\n`;
  return `${HEADER}
${imports}import type { components } from './types.js';

type Schemas = components['schemas'];
${classes.map((name) => dtoClass(document, name)).join('')}
/** The request body of each operation. */
export interface Bodies {
${operations.map((operation) => `  ${operation.operationId}: ${bodyType(document, operation)};\n`).join('')}}

/** The successful response of each operation. */
export interface Answers {
${operations.map(({ operationId }, place) => `  ${operationId}: ${answers[place]};\n`).join('')}}
`;
}

/** @param {string} name of a component, such as "payment.completed" */
function dtoName(name) {
  const words = name.split(/[._-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Dto`;
}

/** @param {string} name */
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

const isClass = (schema) => schema.type === 'object' && schema.properties !== undefined && !schema.nullable;

/** @param {string} name */
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
 * The class that a schema refers to, or an array of it; `otherwise` if there is none.
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

const namedType = (document, schema) => typeOf(document, schema, `Schemas[${JSON.stringify(schemaName(schema))}]`);

/** @param {import('./document.mjs').Operation} operation */
function bodyType(document, { bodySchema, bodyRequired }) {
  if (bodySchema === null) return 'undefined';
  return namedType(document, bodySchema) + (bodyRequired ? '' : ' | undefined');
}

/** @param {import('./document.mjs').Operation} operation */
function answerType(document, { responses, status, answersFile }) {
  const { mediaType, schema } = responses.find((response) => response.status === status);
  if (mediaType === 'text/event-stream') return 'StreamOutput';
  if (answersFile) return 'FileOutput';
  return mediaType === null ? 'void' : namedType(document, schema);
}
