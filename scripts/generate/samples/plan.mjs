// The content of an operation's sample in any language, from the contract's example.
import { answerOf } from '../client-schemas.mjs';
import { resolve, schemaName } from '../document.mjs';

/**
 * An example value with its schema.
 * @typedef {{ kind: 'value', schema: any, value: string | number | boolean | null }
 *   | { kind: 'list', schema: any, items: SampleNode[] }
 *   | { kind: 'map', entries: [string, SampleNode][] }
 *   | { kind: 'object', schema: any, entries: [string, SampleNode][] }} SampleNode a `map` has keys of the user's own
 */

/**
 * @typedef {object} SamplePlan
 * @property {string} operationId
 * @property {string} resource such as `apiKeys`
 * @property {string} method such as `addPaymentMethod`
 * @property {string[]} ids of the path, in its order
 * @property {Extract<SampleNode, { kind: 'object' }> | null} body
 * @property {any} bodySchema
 * @property {[string, string, any][]} query with the schema of each
 * @property {string | null} ifMatch
 * @property {'object' | 'list' | 'stream' | 'file' | 'nothing'} answer
 * @property {string} variable what the answer, or each object of a list, is called, such as `auditEntry`
 * @property {string} type its schema, such as `AuditEntry`
 * @property {boolean} hasId
 */

/**
 * @param {import('../client-methods.mjs').ClientMethod} clientMethod
 * @returns {SamplePlan}
 */
export function samplePlan(document, { resource, method, operation }) {
  const { operationId, parameters } = operation;
  const named = (/** @type {string} */ place) => parameters.filter((parameter) => parameter.in === place);
  const ids = named('path').map(({ name, example, schema }) => {
    const id = example ?? schema.example;
    if (typeof id !== 'string') throw new Error(`${operationId}: ${name} has no example`);
    return id;
  });
  const status = named('query').find(({ name }) => name === 'status');
  const mustMatch = named('header').some(({ name, required }) => name === 'If-Match' && required === true);
  return {
    ...{ operationId, resource, method, ids },
    body: bodyOf(document, operation),
    bodySchema: operation.bodySchema,
    // An example of a filter; this one needs no explanation.
    query: status === undefined ? [] : [['status', resolve(document, status.schema).enum.at(0), status.schema]],
    ifMatch: mustMatch ? resolve(document, document.components.headers.ETag).example : null,
    ...answerView(document, operation),
  };
}

function bodyOf(document, { operationId, definition, bodySchema }) {
  if (bodySchema === null) return null;
  const { example } = definition.requestBody.content['application/json'];
  const node = example === undefined ? null : nodeOf(document, example, bodySchema);
  if (node?.kind !== 'object') throw new Error(`${operationId}: its body has no example`);
  return node;
}

/** @returns {SampleNode} */
function nodeOf(document, value, schema) {
  const definition = resolve(document, schema) ?? {};
  if (Array.isArray(value)) {
    return { kind: 'list', schema, items: value.map((item) => nodeOf(document, item, definition.items)) };
  }
  if (value === null || typeof value !== 'object') return { kind: 'value', schema, value };
  const entries = (/** @type {(name: string) => any} */ schemaOf) =>
    Object.entries(value).map(([name, each]) => [name, nodeOf(document, each, schemaOf(name))]);
  if (definition.properties === undefined) return { kind: 'map', entries: entries(() => undefined) };
  return { kind: 'object', schema, entries: entries((name) => definition.properties[name]) };
}

function answerView(document, operation) {
  const { kind, schema } = answerOf(document, operation);
  const none = { type: '', hasId: false };
  if (kind === 'stream') return { answer: 'stream', variable: 'message', ...none };
  if (kind === 'download') return { answer: 'file', variable: 'file', ...none };
  if (kind === 'nothing') return { answer: 'nothing', variable: '', ...none };
  const shown = kind === 'list' ? resolve(document, schema).properties.data.items : schema;
  const type = schemaName(shown) ?? '';
  const { properties = {} } = resolve(document, shown);
  const short = type.replace(/WithSecret$/, '');
  return {
    answer: kind,
    variable: short.charAt(0).toLowerCase() + short.slice(1),
    type,
    hasId: properties.id !== undefined || type === 'WebhookEvent',
  };
}
