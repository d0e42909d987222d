import { clientMethods } from './client-methods.mjs';
import {
  answerOf as answerKind,
  checkFreeForm,
  inputName,
  isFreeForm,
  parametersIn,
  pascal,
  renderer,
} from './client-schemas.mjs';
import { resolve, schemaName } from './document.mjs';
import { CLIENTS, importsOf, pythonMethod, used } from './python/methods.mjs';
import { bracketed, docstring, keyword, paragraph, snake } from './python/names.mjs';
import { Schemas } from './python/schemas.mjs';

const RESERVED = new Set(['timeout', 'total_timeout', 'max_retries', 'headers']);

/**
 * The generated part of the Python library: models, dicts for requests, and a file for each resource.
 * @returns {Promise<Record<string, string>>}
 */
export async function pythonFiles(document) {
  const schemas = new Schemas(document);
  const methods = (await clientMethods(document)).map((method) => ({
    resource: method.resource,
    ...methodView(schemas, method),
  }));
  // Only the runtime uses this schema.
  schemas.answer({ $ref: '#/components/schemas/Problem' }, 'Problem');
  const resources = [...new Set(methods.map(({ resource }) => resource))].map((resource) => ({
    module: snake(resource),
    className: pascal(resource),
    methods: methods.filter((method) => method.resource === resource),
  }));
  checkFreeForm(schemas);
  const models = [...schemas.defined.values()];
  const enums = models.filter(({ kind }) => kind === 'enum').map(({ name }) => name);
  const render = await renderer('python', ['package', 'models', 'params', 'clients', 'resource']);
  return {
    '__init__.py': render('package', {}),
    'models.py': render('models', { models }),
    'params.py': render('params', {
      ...{ enums, freeForm: [...schemas.freeForm].sort(), used },
      ...{ names: [...schemas.params.keys()].sort(), text: [...schemas.params.values()].join('\n\n\n') },
    }),
    'clients.py': render('clients', { resources }),
    'resources/__init__.py': render('package', {}),
    ...Object.fromEntries(
      resources.map((resource) => [
        `resources/${resource.module}.py`,
        render('resource', { resource, clients: CLIENTS, bracketed, imports: importsOf(resource) }),
      ]),
    ),
  };
}

/**
 * @param {Schemas} schemas
 * @param {import('./client-methods.mjs').ClientMethod} method
 */
function methodView(schemas, { method, operation }) {
  const { definition, operationId } = operation;
  const ids = parametersIn(operation, 'path').map(({ name, description }) => ({
    field: name,
    name: snake(name),
    description,
  }));
  const query = parametersIn(operation, 'query').map((parameter) => input(schemas, parameter, operationId));
  const headers = parametersIn(operation, 'header').map((parameter) => input(schemas, parameter, operationId));
  const body = bodyFields(schemas, operation);
  const keywords = [...body, ...query, ...headers].sort((a, b) => Number(b.required) - Number(a.required));
  checkNames(operationId, [...ids.map(({ name }) => name), ...keywords.map(({ name }) => name)]);
  return pythonMethod({
    name: snake(method),
    constant: snake(method).toUpperCase(),
    operation: describe(operation),
    ...{ ids, keywords, body, query, headers },
    answer: answerOf(schemas, operation),
    docstring: documentation(definition, ids, keywords),
  });
}

/** The description of an operation for the runtime, as keyword arguments. */
function describe({ method, path, parameters, bodySchema, bodyRequired }) {
  const idempotent = parameters.some(({ name }) => name === 'Idempotency-Key');
  return [
    JSON.stringify(method),
    JSON.stringify(path),
    ...(idempotent ? ['idempotent=True'] : []),
    ...(bodySchema !== null && bodyRequired ? ['body_required=True'] : []),
  ];
}

/** A query parameter or header as a keyword argument. */
function input(schemas, { name, required = false, description, schema }, operationId) {
  const text = schemas.request(schema, inputName(schemas.document, operationId, name, schema), 'models.');
  const type = name === 'Idempotency-Key' ? `Union[${text}, UUID]` : text;
  return { field: name, name: snake(name), required, type, description };
}

function bodyFields(schemas, { bodySchema }) {
  if (bodySchema === null) return [];
  const { properties, required = [] } = resolve(schemas.document, bodySchema);
  return Object.entries(properties).map(([field, schema]) => {
    const definition = resolve(schemas.document, schema);
    (isFreeForm(definition) ? schemas.freeForm : schemas.structured).add(field);
    const owner = schemaName(bodySchema) ?? '';
    return {
      field,
      name: keyword(field),
      required: required.includes(field),
      type: schemas.request(schema, owner + pascal(field), 'models.'),
      description: schema.description ?? definition.description,
    };
  });
}

/** How a response is requested: the functions of the two clients, their arguments, and the result type. */
function answerOf(schemas, operation) {
  const { kind, schema } = answerKind(schemas.document, operation);
  if (kind === 'stream' || kind === 'download') return { kind };
  if (kind === 'nothing') return { kind: 'request', type: 'None', read: 'nothing' };
  const { type, read } = schemas.answer(schema, pascal(operation.operationId));
  if (kind === 'object') return { kind: 'request', type: `models.${type}`, read: `models.${read}` };
  const item = schemas.answer(resolve(schemas.document, schema).properties.data.items, '').type;
  return { kind: 'list', type: `models.${type}`, async: `models.Async${type}`, item: `models.${item}` };
}

function checkNames(operationId, names) {
  const twice = names.filter((name, index) => names.indexOf(name) !== index || RESERVED.has(name));
  if (twice.length > 0) throw new Error(`${operationId}: ${twice.join(', ')} would be ambiguous in Python`);
}

function documentation({ summary, description }, ids, keywords) {
  const indent = ' '.repeat(8);
  const given = [...ids, ...keywords].map(({ name, description: said = '' }) =>
    paragraph(`${name}: ${said}`, `${indent}    `, `${indent}        `),
  );
  const section = given.length === 0 ? [] : [`${indent}Args:\n${given.join('\n')}`];
  return docstring([`${summary}.`, ...(description ?? '').split(/\n\n+/).filter(Boolean)], indent, section);
}
