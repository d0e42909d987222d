// What each operation of the contract must say. A forgotten field is named here; the generators behind it rely on it.
import { Refusal } from '../lib/run-command.mjs';
import { METHODS, operationsOf } from './document.mjs';

const FIELDS = ['operationId', 'tags', 'summary', 'description', 'responses'];
/** The problems of every operation, and of those with a body; an id in the path adds 404. */
const ALWAYS = [400, 401, 403, 408, 412, 429, 431, 500, 503];
const WITH_BODY = [413, 415];

/** Throws a Refusal that names all that is missing or wrong. */
export function requireOperationRules(document) {
  const definitions = definitionsOf(document);
  const missing = definitions.flatMap(missingFields);
  // An operation without a name or responses cannot be read.
  if (definitions.some(({ definition }) => isEmpty(definition.operationId) || isEmpty(definition.responses))) {
    refuse(missing);
  }
  const scopes = document.components.schemas.Scope.enum;
  const operations = operationsOf(document);
  const wrong = operations.flatMap((operation) => [
    ...wrongScope(operation, scopes),
    ...wrongStatuses(operation),
    ...requiredQuery(operation),
  ]);
  refuse([...missing, ...wrong, ...missingLinks(operations)]);
}

/** @param {string[]} problems */
function refuse(problems) {
  if (problems.length > 0) throw new Refusal(`Mend the contract in openapi/:\n  ${problems.join('\n  ')}`);
}

function isEmpty(value) {
  return value === undefined || value.length === 0;
}

function definitionsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, definition: item[method] })),
  );
}

/**
 * @param {string} path
 * @returns {string[]} such as `customerId`
 */
function idsIn(path) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** @returns {string[]} */
function missingFields({ path, method, definition }) {
  const name = definition.operationId ?? `${method.toUpperCase()} ${path}`;
  const missing = FIELDS.filter((field) => isEmpty(definition[field]));
  const problems = missing.map((field) => `${name} has no ${field}`);
  if (definition['x-required-scope'] !== undefined) return problems;
  return [...problems, `${name} has no x-required-scope: a scope, or null if any key may call it`];
}

/** @returns {string[]} */
function wrongScope({ operationId, definition }, scopes) {
  const scope = definition['x-required-scope'];
  if (scope === undefined || scope === null || scopes.includes(scope)) return [];
  return [`${operationId} requires the scope ${scope}, which schemas/Scope.yaml does not list`];
}

/** @returns {string[]} */
function wrongStatuses({ operationId, method, path, bodySchema, responses }) {
  const declared = responses.map(({ status }) => status);
  const expected = [
    ...ALWAYS,
    ...(idsIn(path).length === 0 ? [] : [404]),
    // A deletion has no response to choose a media type for.
    ...(method === 'DELETE' ? [] : [406]),
    ...(bodySchema === null ? [] : WITH_BODY),
  ];
  const missing = expected.filter((status) => !declared.includes(status));
  return missing.map((status) => `${operationId} can return ${status}, which its responses do not list`);
}

/**
 * In the client libraries, all query parameters are in one optional argument.
 * @returns {string[]}
 */
function requiredQuery({ operationId, parameters }) {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  return required.map(({ name }) => `${operationId} requires the query parameter ${name}: make it optional`);
}

/**
 * As soon as one operation on a kind of object is linked, all of them are: test:fuzz reaches them along links.
 * @returns {string[]}
 */
function missingLinks(operations) {
  const links = operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ response }) => Object.values(response.links ?? {}));
  const linked = new Set(links.map(({ operationId }) => operationId));
  const ids = new Set(links.flatMap(({ parameters }) => Object.keys(parameters)));
  return operations
    .map(({ operationId, path }) => ({ operationId, taken: idsIn(path).filter((id) => ids.has(id)) }))
    .filter(({ operationId, taken }) => taken.length > 0 && !linked.has(operationId))
    .map(
      ({ operationId, taken }) =>
        `${operationId} takes ${taken.join(' and ')}, but no response links to it: add it to the links of what creates the object`,
    );
}
