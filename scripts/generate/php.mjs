import { clientMethods } from './client-methods.mjs';
import { checkFreeForm, pascal, renderer } from './client-schemas.mjs';
import { methodView } from './php/methods.mjs';
import { Schemas } from './php/schemas.mjs';

const TEMPLATES = ['model', 'enum', 'union', 'resource', 'resources', 'request-fields'];

/** Possible imports of a resource, by the name in its text. */
const IMPORTS = {
  EventStream: 'Svc\\Payments\\EventStream',
  SvcException: 'Svc\\Payments\\Exception\\SvcException',
  FileDownload: 'Svc\\Payments\\FileDownload',
  Call: 'Svc\\Payments\\Internal\\Call',
  Operation: 'Svc\\Payments\\Internal\\Operation',
  Transport: 'Svc\\Payments\\Internal\\Transport',
  NotGiven: 'Svc\\Payments\\NotGiven',
  RequestOptions: 'Svc\\Payments\\RequestOptions',
};

/**
 * The generated part of the PHP library: a class for each object, enum and resource.
 * @returns {Promise<Record<string, string>>}
 */
export async function phpFiles(document) {
  const schemas = new Schemas(document);
  const methods = (await clientMethods(document)).map((method) => ({
    resource: method.resource,
    ...methodView(schemas, method),
  }));
  // Only the runtime uses this schema.
  schemas.answer({ $ref: '#/components/schemas/Problem' }, 'Problem');
  checkFields(schemas);
  const resources = [...new Set(methods.map(({ resource }) => resource))].map((resource) => {
    const own = methods.filter((method) => method.resource === resource);
    return { resource, className: pascal(resource), methods: own, imports: importsOf(own, schemas) };
  });
  const render = await renderer('php', TEMPLATES);
  const { freeForm, structured } = schemas;
  return {
    'Internal/RequestFields.php': render('request-fields', {
      freeForm: [...freeForm].sort(),
      structured: [...structured].sort(),
    }),
    'Resources/AllResources.php': render('resources', { resources }),
    ...Object.fromEntries(
      resources.map((each) => [`Resources/${each.className}Resource.php`, render('resource', each)]),
    ),
    ...Object.fromEntries(
      [...schemas.defined.values()].map((view) => [
        `Models/${view.name}.php`,
        render(view.kind === 'page' ? 'model' : view.kind, view),
      ]),
    ),
  };
}

/** The library decides by the name of a field whether it is an object and who defines its keys. */
function checkFields(schemas) {
  checkFreeForm(schemas);
  const both = [...schemas.freeForm, ...schemas.structured].filter((field) => schemas.others.has(field));
  if (both.length > 0) throw new Error(`${both.join(', ')}: an object in one request and not in another`);
}

function importsOf(methods, { defined }) {
  const text = JSON.stringify(methods);
  const used = (/** @type {string} */ name) => new RegExp(`\\b${name}\\b`).test(text);
  const always = ['SvcException', 'Call', 'Operation', 'Transport', 'RequestOptions'];
  const runtime = Object.entries(IMPORTS).filter(([name]) => always.includes(name) || used(name));
  const signatures = methods.map(
    ({ doc, returns }) => `${doc.match(/@(param|return).*/gs)?.join('') ?? ''} ${returns}`,
  );
  const models = [...defined.keys()].filter((name) =>
    signatures.some((each) => new RegExp(`(?<![\\w\\\\$])${name}(::\\*|$|[|>,}\\s])`).test(each)),
  );
  return [...runtime.map(([, name]) => name), ...models.map((name) => `Svc\\Payments\\Models\\${name}`)].sort();
}
