import { readFile } from 'node:fs/promises';
import { Eta } from 'eta';
import { clientMethods } from './client-methods.mjs';
import { resolve, schemaName } from './document.mjs';
import { abstractAccessor, accessor, setters, shortcut } from './java/members.mjs';
import { javaMethod } from './java/methods.mjs';
import { constant, javadoc, literal, member } from './java/names.mjs';
import { Schemas } from './java/schemas.mjs';
import { answerOf, inputName, parametersIn, pascal, secretsIn } from './client-schemas.mjs';
import { HEADER } from './output.mjs';

const TEMPLATES = ['enum', 'model', 'package', 'page', 'resource', 'resources', 'union'];
const PACKAGES = {
  models: 'Responses of the service, and the objects in requests.',
  params: 'The parameters of methods: one class with a builder for each operation.',
  resources: 'The methods of the client: one class for each resource.',
};
/** Idempotency keys are call options and not parameters. */
const IDEMPOTENCY_KEY = 'Idempotency-Key';

/**
 * The generated part of the Java library: a class for each schema, for each operation's parameters and for each
 * resource.
 * @returns {Promise<Record<string, string>>}
 */
export async function javaFiles(document) {
  const schemas = new Schemas(document);
  const methods = (await clientMethods(document)).map((method) => ({
    resource: method.resource,
    ...javaMethod(operationView(schemas, method)),
  }));
  // Only the runtime uses this schema.
  schemas.type({ $ref: '#/components/schemas/Problem' }, 'Problem');
  const resources = [...new Set(methods.map(({ resource }) => resource))].map((resource) => ({
    name: resource,
    className: `${pascal(resource)}Resource`,
    methods: methods.filter((method) => method.resource === resource),
  }));
  const models = [...schemas.defined.values()].map((model) => modelView(model, schemas.built.has(model.name)));
  const params = methods.flatMap((method) => (method.params === null ? [] : [method.params]));
  const names = new Set(models.map(({ name }) => name));
  const render = await renderer(names);
  const file = (/** @type {string} */ template, /** @type {string} */ folder, /** @type {any} */ view) => [
    `${folder}/${view.name}.java`,
    render(template, folder, view),
  ];
  return Object.fromEntries([
    ...models.map((model) => file(model.kind, 'models', model)),
    ...params.map((each) => file('model', 'params', each)),
    ...resources.map((resource) => file('resource', 'resources', resourceView(resource))),
    file('resources', 'resources', { name: 'Resources', resources }),
    ...Object.entries(PACKAGES).map(([folder, said]) => file('package', folder, { name: 'package-info', said })),
  ]);
}

function modelView(model, built) {
  const { kind, fields = [], constants = [] } = model;
  return {
    ...model,
    built,
    mandatory: fields.filter(({ required }) => required).map(({ field }) => field),
    shortcut: kind === 'model' && built ? shortcut(model) : null,
    entries: constants.map(({ name, value }) => `            Map.entry(${literal(value)}, ${name})`).join(',\n'),
  };
}

function resourceView({ name, className, methods }) {
  return { name: className, field: name, methods, direct: methods.some(({ raw }) => raw.length === 0) };
}

/** Renders whole files: header, package, imports and text. */
async function renderer(models) {
  const eta = new Eta({ autoEscape: false, autoTrim: [false, 'nl'] });
  for (const name of TEMPLATES) {
    eta.loadTemplate(`@${name}`, await readFile(new URL(`java/${name}.eta`, import.meta.url), 'utf8'));
  }
  return (/** @type {string} */ template, /** @type {string} */ folder, /** @type {any} */ view) => {
    const text = eta.render(`@${template}`, { ...view, ...TOOLS }).trim();
    const place = `package com.svc.payments.${folder};`;
    if (template === 'package') return `${HEADER}${text}\n${place}\n`;
    return [`${HEADER}${place}`, importsOf(text, folder, models), text].filter(Boolean).join('\n\n').concat('\n');
  };
}

const TOOLS = { javadoc, literal, accessor, abstractAccessor, setters };

const LIBRARY = {
  'com.svc.payments': [
    'EventStream',
    'FileDownload',
    'Model',
    'ObjectBuilder',
    'OpenEnum',
    'Page',
    'RawResponse',
    'RequestOptions',
  ],
  'com.svc.payments.internal': ['Caller', 'Operation', 'Read'],
  'java.time': ['Instant'],
  'java.util': ['List', 'Map', 'Objects', 'Optional'],
};

/** The imports of a file, by the names in its text. */
function importsOf(text, folder, models) {
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').replaceAll(/"[^"\n]*"/g, '');
  const used = (/** @type {string} */ name) => new RegExp(`(?<![.\\w])${name}\\b`).test(code);
  const params = folder === 'resources' ? [...new Set(code.match(/\b\w+Params\b/g))] : [];
  return [
    ...Object.entries(LIBRARY).flatMap(([place, names]) => names.filter(used).map((name) => `${place}.${name}`)),
    ...(folder === 'models' ? [] : [...models].filter(used).map((name) => `com.svc.payments.models.${name}`)),
    ...params.map((name) => `com.svc.payments.params.${name}`),
  ]
    .sort()
    .map((name) => `import ${name};`)
    .join('\n');
}

/**
 * @param {Schemas} schemas
 * @param {import('./client-methods.mjs').ClientMethod} method
 */
function operationView(schemas, { method, operation }) {
  const { definition, operationId } = operation;
  const ids = parametersIn(operation, 'path').map(({ name, description }) => ({
    field: name,
    name: member(name),
    description,
  }));
  const query = parametersIn(operation, 'query').map((parameter) => input(schemas, parameter, operationId));
  const headers = parametersIn(operation, 'header')
    .filter(({ name }) => name !== IDEMPOTENCY_KEY)
    .map((parameter) => input(schemas, parameter, operationId));
  const fields = [...bodyFields(schemas, operation), ...query, ...headers];
  const secrets = operation.bodySchema === null ? [] : secretsIn(schemas.document, operation.bodySchema);
  const className = `${pascal(operationId)}Params`;
  checkNames(
    operationId,
    fields.map(({ name }) => name),
  );
  const { summary, description = '' } = definition;
  return {
    name: method,
    constant: constant(method),
    operation: describe(operation, query, headers),
    ids,
    answer: answerView(schemas, operation),
    summary: `${summary}.`,
    description: `${summary}.\n\n${description}`,
    params: fields.length === 0 ? null : paramsView(className, summary, fields, secrets),
  };
}

function paramsView(name, summary, fields, secrets) {
  return {
    ...modelView({ name, fields, kind: 'params' }, true),
    optional: fields.every(({ required }) => !required),
    secrets,
    description: `Parameters of: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`,
  };
}

/** The description of an operation for the runtime. */
function describe({ method, path, parameters, bodySchema, bodyRequired }, query, headers) {
  const names = (/** @type {any[]} */ fields) => fields.map(({ field }) => literal(field)).join(', ');
  return [
    `Operation.of(${literal(method)}, ${literal(path)})`,
    ...(parameters.some(({ name }) => name === IDEMPOTENCY_KEY) ? ['.idempotent()'] : []),
    ...(bodySchema !== null && bodyRequired ? ['.bodyRequired()'] : []),
    ...(query.length > 0 ? [`.query(${names(query)})`] : []),
    ...(headers.length > 0 ? [`.headers(${names(headers)})`] : []),
  ].join('');
}

function input(schemas, { name, required = false, description, schema }, operationId) {
  const type = schemas.request(schema, inputName(schemas.document, operationId, name, schema));
  return { field: name, name: member(name), ...type, required, always: required, nullable: false, description };
}

function bodyFields(schemas, { bodySchema }) {
  if (bodySchema === null) return [];
  const { properties, required = [] } = resolve(schemas.document, bodySchema);
  const owner = schemas.className(schemaName(bodySchema) ?? '');
  return Object.entries(properties).map(([field, schema]) => {
    schemas.request(schema, owner + pascal(field));
    return schemas.field(field, schema, owner, required.includes(field));
  });
}

function answerView(schemas, operation) {
  const { kind, schema } = answerOf(schemas.document, operation);
  if (kind === 'stream') return { kind, type: 'EventStream', said: 'the event stream; close it after use' };
  if (kind === 'download') return { kind, type: 'FileDownload', said: 'the file as a stream; close it after use' };
  if (kind === 'nothing') return { kind, type: 'void' };
  const { type } = schemas.type(schema, pascal(operation.operationId));
  const union = resolve(schemas.document, schema).oneOf !== undefined;
  const said = kind === 'list' ? 'the first page; iterating over it reads all pages' : 'the response';
  return { kind, type, union, said };
}

function checkNames(operationId, names) {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`${operationId}: ${twice.join(', ')} would be ambiguous in Java`);
}
