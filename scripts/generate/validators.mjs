import { Ajv, _ } from 'ajv';
import addFormats from 'ajv-formats';
import { operationsOf } from './document.mjs';
import { toValidationSchema } from './json-schema.mjs';
import { HEADER } from './output.mjs';
import { validatorCode } from './validator-code.mjs';

const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";

// As in ajv-formats, but with letters of all languages (RFC 6531).
const EMAIL_ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const EMAIL_LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(String.raw`^${EMAIL_ATOM}(?:\.${EMAIL_ATOM})*@(?:${EMAIL_LABEL}\.)+${EMAIL_LABEL}$`, 'u');

export function validatorFiles(document) {
  const operations = operationsOf(document);
  return {
    'request-validators.js': requestValidators(document, operations),
    'request-validators.d.ts': `${HEADER}
import type { ValidateFunction } from 'ajv';

/** The validators of each operation for path parameters, query, headers and body. */
export declare const requestValidators: Readonly<
  Record<
    string,
    Readonly<{
      params: ValidateFunction;
      query: ValidateFunction;
      headers: ValidateFunction;
      body: ValidateFunction | null;
    }>
  >
>;
`,
    'response-validators.js': responseValidators(document, operations),
    'response-validators.d.ts': `${HEADER}
import type { ValidateFunction } from 'ajv';

/** The validators of response bodies by operation and documented status; null without a body. */
export declare const responseValidators: Readonly<Record<string, Readonly<Record<string, ValidateFunction | null>>>>;
export declare const validateProblem: ValidateFunction;
export declare const validateEvent: ValidateFunction;
`,
  };
}

/** @param {import('./document.mjs').Operation[]} operations */
function requestValidators(document, operations) {
  const ajv = createAjv(document, { closed: true, verbose: true });
  /** @type {Record<string, string>} */
  const exported = {};
  const rows = operations.map((operation) => {
    const { operationId } = operation;
    const parts = {
      params: parametersSchema(operation, 'path'),
      query: parametersSchema(operation, 'query'),
      headers: parametersSchema(operation, 'header'),
      ...(operation.bodySchema && { body: toValidationSchema(operation.bodySchema, { closed: true }) }),
    };
    for (const [part, schema] of Object.entries(parts)) {
      exported[`${operationId}_${part}`] = `request.${operationId}.${part}`;
      ajv.addSchema(schema, `request.${operationId}.${part}`);
    }
    const body = operation.bodySchema ? `${operationId}_body` : 'null';
    const [params, query, headers] = ['params', 'query', 'headers'].map((part) => `${operationId}_${part}`);
    return `  ${operationId}: { params: ${params}, query: ${query}, headers: ${headers}, body: ${body} },\n`;
  });
  return moduleOf(ajv, exported, `export const requestValidators = {\n${rows.join('')}};\n`);
}

/**
 * Responses are validated as closed objects: additional fields are errors as well.
 * @param {import('./document.mjs').Operation[]} operations
 */
function responseValidators(document, operations) {
  const ajv = createAjv(document, { closed: true, verbose: false });
  /** @type {Record<string, string>} */
  const exported = { validateProblem: 'Problem' };
  if (document.components.schemas.WebhookEvent !== undefined) exported.validateEvent = 'WebhookEvent';
  const rows = operations.map(({ operationId, responses }) => {
    const cells = responses.map(({ status, mediaType, schema }) => {
      if (mediaType === null) return `${status}: null`;
      if (mediaType === 'application/problem+json') return `${status}: validateProblem`;
      exported[`${operationId}_${status}`] = `response.${operationId}.${status}`;
      ajv.addSchema(toValidationSchema(schema, { closed: true }), `response.${operationId}.${status}`);
      return `${status}: ${operationId}_${status}`;
    });
    return `  ${operationId}: { ${cells.join(', ')} },\n`;
  });
  return moduleOf(ajv, exported, `export const responseValidators = {\n${rows.join('')}};\n`);
}

/** @param {{ closed: boolean, verbose: boolean }} options */
function createAjv(document, { closed, verbose }) {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    discriminator: true,
    verbose,
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv);
  const codes = Object.keys(document.components.schemas.Currency['x-minor-units']);
  ajv.addFormat('email', EMAIL);
  ajv.addFormat('currency', new RegExp(`^(?:${codes.join('|')})$`));
  // The pattern covers the form; the domain checks the rest.
  ajv.addFormat('http-url', true);
  ajv.addFormat('cidr', true);
  ajv.addKeyword({
    keyword: 'x-error-code',
    schemaType: 'string',
    metaSchema: { enum: document.components.schemas.FieldErrorCode.enum },
  });
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: 'object',
    schemaType: 'number',
    error: { message: ({ schemaCode }) => _`"must be at most " + ${schemaCode} + " bytes as JSON"` },
    code: (context) => context.fail(_`Buffer.byteLength(JSON.stringify(${context.data})) > ${context.schema}`),
  });
  // OpenAPI 3.0 has no propertyNames.
  ajv.addKeyword({
    keyword: 'x-min-key-length',
    type: 'object',
    schemaType: 'number',
    code: (context) => context.fail(_`Object.keys(${context.data}).some((key) => key.length < ${context.schema})`),
  });
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(toValidationSchema(schema, { closed }), name);
  }
  return ajv;
}

/**
 * @param {import('./document.mjs').Operation} operation
 * @param {'path' | 'query' | 'header'} place
 */
function parametersSchema(operation, place) {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    additionalProperties: false,
    // A missing If-Match has its own status, 428: see parseInput.
    required: parameters.filter(({ name, required }) => required && name !== 'If-Match').map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, schema }) => [name, toValidationSchema(schema, { closed: true })]),
    ),
  };
}

/**
 * @param {Ajv} ajv
 * @param {Record<string, string>} exported schema ids by export name
 * @param {string} table
 */
function moduleOf(ajv, exported, table) {
  return `${HEADER}${REQUIRE}${validatorCode(ajv, exported)}\n${table}`;
}
