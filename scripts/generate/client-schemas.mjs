// Shared by the generators of the client libraries.
import { readFile } from 'node:fs/promises';
import { Eta } from 'eta';
import { resolve, schemaName } from './document.mjs';

/**
 * Whether a field is hidden when an object is printed.
 * @param {string} field
 */
export function isSecret(document, field, schema) {
  const hides = ({ writeOnly, format }) => writeOnly === true || format === 'password';
  return field === 'secret' || hides(schema) || hides(resolve(document, schema));
}

/**
 * The names of the secret fields in an object, at any depth.
 * @param {Set<any>} [visited] the objects that contain it
 * @returns {string[]}
 */
export function secretsIn(document, schema, visited = new Set()) {
  const definition = resolve(document, schema);
  if (visited.has(definition)) return [];
  const inside = new Set([...visited, definition]);
  const { properties = {}, items, oneOf = [], allOf = [], anyOf = [], additionalProperties } = definition;
  const parts = [...oneOf, ...allOf, ...anyOf, items, additionalProperties].filter((part) => typeof part === 'object');
  const names = [
    ...parts.flatMap((part) => secretsIn(document, part, inside)),
    ...Object.entries(properties).flatMap(([field, each]) =>
      isSecret(document, field, each) ? [field] : secretsIn(document, each, inside),
    ),
  ];
  return [...new Set(names)];
}

/** @param {string} name `payment.past_due` or `apiKeys` */
export function pascal(name) {
  return name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function isPage(definition) {
  return ['data', 'hasMore', 'nextCursor'].every((field) => definition.properties && field in definition.properties);
}

export function isFreeForm(definition) {
  return definition.type === 'object' && definition.properties === undefined;
}

/**
 * @param {import('./document.mjs').Operation} operation
 * @param {string} place such as `query`
 */
export function parametersIn({ parameters }, place) {
  return parameters.filter((parameter) => parameter.in === place);
}

/**
 * The name of a parameter's inline enum: that of a schema with the same values, or one made of operation and parameter;
 * '' when there is no inline enum.
 * @param {string} operationId
 * @param {string} name
 */
export function inputName(document, operationId, name, schema) {
  if (schemaName(schema) !== null || resolve(document, schema).enum === undefined) return '';
  const values = JSON.stringify(schema.enum);
  const known = Object.entries(document.components.schemas).find(
    ([, { enum: candidate }]) => JSON.stringify(candidate) === values,
  );
  return known?.[0] ?? `${pascal(operationId.replace(/^list/, '').replace(/s$/, ''))}${pascal(name)}`;
}

/** Class names for the components of a contract. */
export class ComponentNames {
  constructor(document) {
    this.document = document;
    /** The suffix of a union's members by component: payment.completed is a PaymentCompletedEvent. */
    this.suffixes = new Map();
    /** The discriminator field by class name of a union's member. */
    this.discriminators = new Map();
    for (const [name, { oneOf = [], discriminator }] of Object.entries(document.components.schemas)) {
      for (const member of oneOf.map((each) => schemaName(each) ?? '')) {
        this.suffixes.set(member, /[A-Z][a-z]*$/.exec(name)?.[0] ?? '');
        this.discriminators.set(this.className(member), discriminator.propertyName);
      }
    }
  }

  /** @param {string} name of a component */
  className(name) {
    return pascal(name) + (this.suffixes.get(name) ?? '');
  }
}

/**
 * Fields that all members of a union have, with their schema if it is the same in all.
 * @param {any[]} shapes the members
 * @returns {{ field: string, schema: any }[]}
 */
export function commonFields(shapes) {
  return Object.keys(shapes[0].properties)
    .filter((field) => shapes.every(({ properties }) => field in properties))
    .map((field) => {
      const schemas = new Set(shapes.map(({ properties }) => JSON.stringify(properties[field])));
      return { field, schema: schemas.size === 1 ? shapes[0].properties[field] : null };
    });
}

/**
 * Creates a function that renders the templates of a folder.
 * @param {string} folder beside this file
 * @param {string[]} names
 */
export async function renderer(folder, names) {
  const eta = new Eta({ autoEscape: false, autoTrim: [false, 'nl'] });
  for (const name of names) {
    eta.loadTemplate(`@${name}`, await readFile(new URL(`${folder}/${name}.eta`, import.meta.url), 'utf8'));
  }
  return (/** @type {string} */ name, /** @type {object} */ view) => `${eta.render(`@${name}`, view).trimEnd()}\n`;
}

/** Libraries decide by the name of a field whether its keys are free-form, so it must be the same in all objects. */
export function checkFreeForm({ freeForm, structured }) {
  const both = [...freeForm].filter((field) => structured.has(field));
  if (both.length > 0) throw new Error(`${both.join(', ')}: free-form in one object and not in another`);
}

/**
 * How the response of a success is handled, and the schema of its content.
 * @param {import('./document.mjs').Operation} operation
 * @returns {{ kind: 'stream' | 'download' | 'nothing' | 'list' | 'object', schema: any }}
 */
export function answerOf(document, { responses, status, answersFile }) {
  const answer = responses.find((response) => response.status === status);
  const schema = answer?.schema ?? null;
  if (answer?.mediaType === 'text/event-stream') return { kind: 'stream', schema };
  if (answersFile) return { kind: 'download', schema };
  if (schema === null) return { kind: 'nothing', schema };
  return { kind: isPage(resolve(document, schema)) ? 'list' : 'object', schema };
}
