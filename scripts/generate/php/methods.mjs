// A method of a resource, generated from its operation.
import { answerOf, inputName, isSecret, parametersIn, pascal, secretsIn } from '../client-schemas.mjs';
import { resolve, schemaName } from '../document.mjs';
import { docBlock, quoted } from './prose.mjs';

/** Part of the options of every call. */
const IDEMPOTENCY_KEY = 'Idempotency-Key';

/**
 * @param {import('./schemas.mjs').Schemas} schemas
 * @param {import('../client-methods.mjs').ClientMethod} method
 */
export function methodView(schemas, { method, operation }) {
  const ids = parametersIn(operation, 'path').map(({ name, description }) => ({ field: name, name, description }));
  const query = parametersIn(operation, 'query').map((parameter) => input(schemas, parameter, operation));
  const headers = parametersIn(operation, 'header')
    .filter(({ name }) => name !== IDEMPOTENCY_KEY)
    .map((parameter) => input(schemas, parameter, operation));
  const body = bodyFields(schemas, operation);
  const given = [...body, ...query, ...headers].sort((a, b) => Number(b.required) - Number(a.required));
  checkNames(operation.operationId, [...ids, ...given]);
  const answer = answerView(schemas, operation);
  return {
    name: method,
    parameters: [...ids.map(({ name }) => `string $${name}`), ...given.map(parameter)],
    returns: answer.type,
    perform: answer.perform,
    call: callLines(operation, { ids, body, query, headers }),
    doc: documentation(operation, ids, given),
  };
}

/** A query parameter or header as an argument. */
function input(schemas, { name, required = false, description, schema }, { operationId }) {
  const found = schemas.request(schema, inputName(schemas.document, operationId, name, schema));
  return { field: name, name: argument(name), required, description, ...(required ? found : orNotGiven(found)) };
}

/** @param {string} header Last-Event-ID is lastEventId, If-Match is ifMatch */
function argument(header) {
  if (!header.includes('-')) return header;
  const name = pascal(header.toLowerCase());
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The fields of the body as arguments. */
function bodyFields(schemas, { bodySchema }) {
  if (bodySchema === null) return [];
  const { properties, required: names = [] } = resolve(schemas.document, bodySchema);
  return Object.entries(properties).map(([field, schema]) => {
    schemas.noteField(field, schema);
    const definition = resolve(schemas.document, schema);
    const found = schemas.request(schema, (schemaName(bodySchema) ?? '') + pascal(field));
    const required = names.includes(field);
    return {
      ...{ field, name: field, required },
      secret: isSecret(schemas.document, field, schema) || secretsIn(schemas.document, schema).length > 0,
      description: schema.description ?? definition.description,
      ...(required ? found : orNotGiven(found)),
    };
  });
}

/** The type of an argument that can be left out. Null is refused unless the contract has a meaning for it. */
function orNotGiven({ type, doc }) {
  const plain = type.startsWith('?') ? `${type.slice(1)}|null` : type;
  return { type: `${plain}|NotGiven`, doc: `${doc}|NotGiven` };
}

function parameter({ type, name, required, secret }) {
  return `${secret ? '#[\\SensitiveParameter] ' : ''}${type} $${name}${required ? '' : ' = NotGiven::Value'}`;
}

/** How the response is requested, and the type of the result. */
function answerView(schemas, operation) {
  const { kind, schema } = answerOf(schemas.document, operation);
  if (kind === 'stream') return { type: 'EventStream', perform: ['return ', 'stream', ''] };
  if (kind === 'download') return { type: 'FileDownload', perform: ['return ', 'download', ''] };
  if (kind === 'nothing') return { type: 'void', perform: ['', 'perform', ''] };
  const { type } = schemas.answer(schema, pascal(operation.operationId));
  return { type, perform: ['return ', kind === 'list' ? 'list' : 'request', `, ${type}::class`] };
}

/** The arguments of the call, as lines. */
function callLines({ method, path, parameters, bodySchema, bodyRequired }, { ids, body, query, headers }) {
  const traits = [
    ...(parameters.some(({ name }) => name === IDEMPOTENCY_KEY) ? ['idempotent: true'] : []),
    ...(bodySchema !== null && bodyRequired ? ['bodyRequired: true'] : []),
  ];
  return [
    `new Operation(${[quoted(method), quoted(path), ...traits].join(', ')}),`,
    '$options,',
    ...map('ids', ids),
    ...(bodySchema === null ? [] : map('body', body, '[]')),
    ...map('query', query),
    ...map('headers', headers),
  ];
}

function map(name, fields, empty = '') {
  if (fields.length === 0) return empty === '' ? [] : [`${name}: ${empty},`];
  const items = fields.map(({ field, name: variable }) => `${quoted(field)} => $${variable}`);
  const line = `${name}: [${items.join(', ')}],`;
  return line.length <= 100 ? [line] : [`${name}: [`, ...items.map((item) => `    ${item},`), '],'];
}

function checkNames(operationId, given) {
  const names = given.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index || name === 'options' || name === 'this');
  if (twice.length > 0) throw new Error(`${operationId}: ${twice.join(', ')} would be ambiguous in PHP`);
}

function documentation({ definition }, ids, given) {
  const { summary, description = '' } = definition;
  const tags = [
    ...ids.map(({ name, description: said = '' }) => `@param string $${name} ${said}`),
    ...given.map(({ name, doc, description: said = '' }) => `@param ${doc} $${name} ${said}`),
  ].map((tag) => tag.replaceAll(/\s+/g, ' ').trim());
  const throws = ['@throws SvcException'];
  return docBlock([`${summary}.`, ...description.split(/\n\n+/)], [...tags, ...throws], '    ');
}
