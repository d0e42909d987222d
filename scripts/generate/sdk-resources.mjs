// The resources of the TypeScript client, such as `svc.payments`: a class each, over the services that
// openapi-typescript-codegen writes.
import { clientMethods } from './client-methods.mjs';
import { answerOf, ComponentNames, parametersIn, pascal } from './client-schemas.mjs';
import { schemaName } from './document.mjs';
import { HEADER } from './output.mjs';

/** Options of a call by the headers that its operation takes. */
const OPTIONS = {
  '': 'RequestOptions',
  'Idempotency-Key': 'IdempotentOptions',
  'If-Match': 'ConditionalOptions',
  'Idempotency-Key If-Match': 'ActionOptions',
};

/** Possible imports of a resource, by the name in its text. */
const RUNTIME = {
  ApiPromise: ['import type', 'api-promise'],
  EventStream: ['import type', 'event-stream'],
  FILE: ['import', 'transport'],
  FileDownload: ['import type', 'file-download'],
  listOf: ['import', 'pagination'],
  ListPromise: ['import type', 'pagination'],
  NOTHING: ['import', 'transport'],
  STREAM: ['import', 'transport'],
};

/** What the description of an operation cannot know about its method. */
const NOTES = {
  download: 'After the headers, `timeout` is the longest time without data.',
  stream:
    '`timeout` is the longest time without data.\n\n    for await (const { event, id } of await svc.events.stream()) …',
};

/** What a method returns for each kind of response. */
const ANSWERS = {
  list: (type, call) => ({
    returns: `ListPromise<${type}>`,
    expression: `listOf(params, (page) => ${call('page')})`,
  }),
  object: (type, call, filters) => ({ returns: `ApiPromise<${type}>`, expression: call(...filters) }),
  nothing: (_, call, filters) => ({
    returns: 'ApiPromise<void>',
    expression: call(filters[0] ?? 'undefined', 'NOTHING'),
  }),
  stream: (_, call, filters) => ({
    returns: 'Promise<EventStream>',
    expression: `${call(filters[0] ?? 'undefined', 'STREAM')} as PromiseLike<unknown> as Promise<EventStream>`,
  }),
  download: (_, call, filters) => ({
    returns: 'Promise<FileDownload>',
    expression: `${call(filters[0] ?? 'undefined', 'FILE')} as PromiseLike<unknown> as Promise<FileDownload>`,
  }),
};

/**
 * The classes of the resources, a class that has all of them, and the names of all types.
 * @returns {Promise<Record<string, string>>}
 */
export async function sdkResources(document) {
  const methods = await clientMethods(document);
  const resources = [...new Set(methods.map(({ resource }) => resource))].map((name) => {
    const own = methods.filter(({ resource }) => resource === name);
    // A class may not be called like a schema that users import.
    const className = pascal(name) + (pascal(name) in document.components.schemas ? 's' : '');
    const tag = document.tags.find((each) => each.name === own[0].operation.definition.tags[0]);
    const doc = docComment(tag.description.split('\n\n', 1)[0].trim(), '');
    return { name, className, doc, methods: own.map((method) => methodView(document, method)) };
  });
  return {
    ...Object.fromEntries(resources.map((each) => [`resources/${each.name}.ts`, resourceFile(each)])),
    'resources/AllResources.ts': allResourcesFile(resources),
    'resources/index.ts': `${HEADER}\n${resources.map(({ name }) => `export type * from './${name}.js';\n`).join('')}`,
    'types.ts': typesFile(document),
  };
}

/** The text of a method, what it imports, and the types that it declares. */
function methodView(document, { resource, method, operation }) {
  const { operationId, definition, bodySchema, bodyRequired } = operation;
  const words = definition.tags[0].split(' ').map((/** @type {string} */ word) => pascal(word.toLowerCase()));
  const service = `${words.join('')}Service`;
  const given = `Parameters<${service}['${operationId}']>[0]`;
  const { kind, schema } = answerOf(document, operation);
  const ids = parametersIn(operation, 'path').map(({ name }, place) => ({ field: name, name: place ? name : 'id' }));
  const query = parametersIn(operation, 'query');
  const headers = parametersIn(operation, 'header').filter(({ name }) => /^(Idempotency-Key|If-Match)$/.test(name));
  const ofCall = OPTIONS[headers.map(({ name }) => name).join(' ')];
  // Next to a body, parameters of the query are options.
  const filters = bodySchema === null && query.length > 0;
  const settings = bodySchema !== null && query.length > 0;

  const declared = [];
  let options = `options?: ${ofCall}`;
  if (settings) {
    const name = `${pascal(resource).replace(/s$/, '')}${pascal(method)}Options`;
    const fields = query.map((parameter) => {
      const type = `${given}['${parameter.name}'] | undefined`;
      return `${docComment(parameter.description, '  ')}  readonly ${parameter.name}?: ${type};\n`;
    });
    declared.push(`export interface ${name} extends ${ofCall} {\n${fields.join('')}}\n`);
    options = `options?: ${name}`;
  } else if (headers.some(({ name, required }) => name === 'If-Match' && required)) {
    options = `options: ${ofCall} & { readonly ifMatch: string }`;
  }
  const params = [];
  if (filters) {
    const name = `${paramsName(resource, operationId)}Params`;
    const others = ids.map(({ field }) => `'${field}'`).join(' | ');
    declared.push(`export type ${name} = ${others === '' ? given : `Omit<${given}, ${others}>`};\n`);
    params.push(`params: ${name} = {}`);
  } else if (bodySchema !== null) params.push(`params${bodyRequired ? '' : '?'}: ${schemaName(bodySchema)}`);

  const sent = [
    ...(headers.length > 0 || settings ? ['...options'] : []),
    ...(filters ? [kind === 'list' ? '...page' : '...params'] : []),
    ...ids.map(({ field, name }) => (field === name ? name : `${field}: ${name}`)),
    ...(bodySchema === null ? [] : ['requestBody: params']),
  ];
  const call = (/** @type {string[]} */ ...more) => {
    const over = ['this.#to', service, 'options', ...more].join(', ');
    return `serviceFor(${over}).${operationId}(${sent.length === 0 ? '' : `{ ${sent.join(', ')} }`})`;
  };
  const { returns, expression } = ANSWERS[kind](schemaName(schema), call, filters ? ['params'] : []);
  const doc = [`${definition.summary}.`, definition.description, NOTES[kind]].filter(Boolean).join('\n\n');
  const parameters = [...ids.map(({ name }) => `${name}: string`), ...params, options];
  return {
    ...{ declared, service, options: ofCall },
    models: [schemaName(bodySchema), schemaName(schema)].filter((name) => name !== null),
    text: `
${docComment(doc, '  ')}  ${method}(${parameters.join(', ')}): ${returns} {
    return ${expression};
  }
`,
  };
}

/** listPayments takes PaymentListParams, listAuditLog AuditLogParams, getAnalyticsSummary of `analytics` SummaryParams. */
function paramsName(resource, operationId) {
  const [, verb = '', object = ''] = /^([a-z]+)(\w+)$/.exec(operationId) ?? [];
  const one = object.replace(/ies$/, 'y').replace(/s$/, '');
  if (verb === 'get') return object.replace(pascal(resource), '');
  return verb === 'list' && one === object ? object : one + pascal(verb);
}

function resourceFile({ className, doc, methods }) {
  const text = methods.map((method) => method.text).join('');
  const all = (/** @type {string} */ key) => [...new Set(methods.flatMap((method) => method[key]))].sort();
  const runtime = Object.entries(RUNTIME).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text));
  const imports = [
    ...runtime.map(([name, [kind, file]]) => `${kind} { ${name} } from '../../${file}.js';\n`),
    `import type { ${['Connection', ...all('options')].join(', ')} } from '../../options.js';\n`,
    `import { serviceFor } from '../../service.js';\n`,
    ...all('models').map((model) => `import type { ${model} } from '../models/${model}.js';\n`),
    ...all('service').map((service) => `import { ${service} } from '../services/${service}.js';\n`),
  ];
  return `${HEADER}
${imports.join('')}
${methods.flatMap(({ declared }) => declared).join('\n')}
${doc}export class ${className} {
  readonly #to: Connection;

  /** @internal */
  constructor(to: Connection) {
    this.#to = to;
  }
${text}}
`;
}

function allResourcesFile(resources) {
  return `${HEADER}
import type { Connection } from '../../options.js';
${resources.map(({ name, className }) => `import { ${className} } from './${name}.js';\n`).join('')}
/** The resources of the client. */
export abstract class AllResources {
${resources.map(({ name, className, doc }) => `${doc.replaceAll(/^/gm, '  ').trimEnd()}\n  readonly ${name}: ${className};\n`).join('')}
  /** @internal */
  constructor(to: Connection) {
${resources.map(({ name, className }) => `    this.${name} = new ${className}(to);\n`).join('')}  }
}
`;
}

/** Every schema by the name that users import: `payment.completed` is a PaymentCompletedEvent. */
function typesFile(document) {
  const { schemas } = document.components;
  const names = new ComponentNames(document);
  const lines = Object.entries(schemas).flatMap(([schema, definition]) => {
    const type = schema.replaceAll('.', '_');
    const from = `from './models/${type}.js';\n`;
    const unknown = definition['x-open'] && definition.oneOf ? [`export type { Unknown${type} } ${from}`] : [];
    // TimelineAttempt says by itself what it belongs to.
    const name = names.suffixes.get(schema) === 'Event' ? names.className(schema) : pascal(schema);
    return [`export type { ${type === name ? type : `${type} as ${name}`} } ${from}`, ...unknown];
  });
  return `${HEADER}\n${lines.join('')}`;
}

/**
 * @param {string} text
 * @param {string} indent
 */
function docComment(text, indent) {
  const lines = text.trim().replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
