// What each operation of the contract must say. A forgotten field is named here; the generators behind it rely on it.
import { Refusal } from '../lib/run-command.mjs';
import { METHODS, operationsOf } from './document.mjs';

const FIELDS = ['operationId', 'tags', 'summary', 'description', 'responses'];
/** The problems of every operation, and of those with a body. */
const ALWAYS = [400, 401, 403, 408, 412, 429, 431, 500, 503];
const WITH_BODY = [413, 415];

/** Throws a Refusal that names all that is missing or wrong. */
export function requireOperationRules(document) {
  // Without these fields an operation cannot be read.
  refuse(definitionsOf(document).flatMap(missingFields));
  const scopes = document.components.schemas.Scope.enum;
  refuse(
    operationsOf(document).flatMap((operation) => [
      ...wrongScope(operation, scopes),
      ...wrongStatuses(operation),
      ...requiredQuery(operation),
    ]),
  );
}

/** @param {string[]} problems */
function refuse(problems) {
  if (problems.length > 0) throw new Refusal(`Mend the contract in openapi/:\n  ${problems.join('\n  ')}`);
}

function definitionsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, definition: item[method] })),
  );
}

/** @returns {string[]} */
function missingFields({ path, method, definition }) {
  const name = definition.operationId ?? `${method.toUpperCase()} ${path}`;
  const missing = FIELDS.filter((field) => definition[field] === undefined || definition[field].length === 0);
  const problems = missing.map((field) => `${name} has no ${field}`);
  if (definition['x-required-scope'] !== undefined) return problems;
  return [...problems, `${name} has no x-required-scope: a scope, or null if any key may call it`];
}

/** @returns {string[]} */
function wrongScope({ operationId, definition }, scopes) {
  const scope = definition['x-required-scope'];
  if (scope === null || scopes.includes(scope)) return [];
  return [`${operationId} requires the scope ${scope}, which schemas/Scope.yaml does not list`];
}

/** @returns {string[]} */
function wrongStatuses({ operationId, method, bodySchema, responses }) {
  const declared = responses.map(({ status }) => status);
  // A deletion has no response to choose a media type for.
  const expected = [...ALWAYS, ...(method === 'DELETE' ? [] : [406]), ...(bodySchema === null ? [] : WITH_BODY)];
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
