// Reads an OpenAPI document: references, and operations in the order of the document.
import { Refusal } from '../lib/run-command.mjs';

const SCHEMAS = '#/components/schemas/';
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Follows a reference inside the document; returns any other value unchanged. */
export function resolve(document, value) {
  let current = value;
  while (typeof current?.$ref === 'string') {
    current = current.$ref
      .slice(2)
      .split('/')
      .map((/** @type {string} */ part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((/** @type {any} */ node, /** @type {string} */ part) => node[part], document);
  }
  return current;
}

/**
 * The component that a schema refers to, or null for an inline schema.
 * @returns {string | null}
 */
export function schemaName(schema) {
  return schema?.$ref?.startsWith(SCHEMAS) ? schema.$ref.slice(SCHEMAS.length) : null;
}

/**
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} method upper case
 * @property {string} path
 * @property {any} definition the operation object
 * @property {any[]} parameters resolved
 * @property {any} bodySchema null when it takes no body
 * @property {string[]} bodyMediaTypes all of the same schema
 * @property {boolean} bodyRequired
 * @property {number} status the one successful status
 * @property {boolean} answersFile whether its success is a file, not an object of the API
 * @property {{ status: number, response: any, mediaType: string | null, schema: any }[]} responses
 */

/** @returns {Operation[]} */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => readOperation(document, path, method)),
  );
}

/**
 * @param {string} path
 * @param {string} method
 * @returns {Operation}
 */
function readOperation(document, path, method) {
  const item = document.paths[path];
  const definition = item[method];
  const parameters = [...(item.parameters ?? []), ...(definition.parameters ?? [])];
  const responses = Object.entries(definition.responses).map(([status, value]) => {
    const response = resolve(document, value);
    const mediaTypes = Object.keys(response.content ?? {});
    const mediaType = mediaTypes.find((type) => type === 'application/json') ?? mediaTypes[0] ?? null;
    return { status: Number(status), response, mediaType, schema: mediaType && response.content[mediaType].schema };
  });
  const successful = responses.filter(({ status }) => status < 300);
  if (successful.length !== 1) throw new Refusal(`${definition.operationId} must have exactly one successful status`);
  const bodies = Object.entries(definition.requestBody?.content ?? {});
  const [[, { schema: bodySchema }] = ['', { schema: null }]] = bodies;
  if (bodies.some(([, { schema }]) => JSON.stringify(schema) !== JSON.stringify(bodySchema))) {
    throw new Refusal(`${definition.operationId} must take the same body in every media type`);
  }
  return {
    operationId: definition.operationId,
    method: method.toUpperCase(),
    path,
    definition,
    parameters: parameters.map((parameter) => resolve(document, parameter)),
    bodySchema,
    bodyMediaTypes: bodies.map(([mediaType]) => mediaType),
    bodyRequired: definition.requestBody?.required ?? false,
    status: successful[0].status,
    answersFile: Object.keys(successful[0].response.content ?? {}).some((type) => type !== 'application/json'),
    responses,
  };
}
