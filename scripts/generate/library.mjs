// What the generators of all client libraries make of the contract alike, before any language comes in.
import { resolve, schemaName } from './document.mjs';

/** Fields that must not show where an object is printed. */
export const SECRETS = new Set(['secret']);

/** @param {string} name `payment.past_due` or `apiKeys` */
export function pascal(name) {
  return name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The names of the classes that the contract's components become. */
export class ComponentNames {
  /** @param {any} document */
  constructor(document) {
    this.document = document;
    /** The last word of a union's name, by its members: payment.completed is a PaymentCompletedEvent. */
    this.suffixes = new Map();
    /** The field that says which member of a union an object is, by the name of the member's class. */
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

/** @param {any} definition */
export function isPage(definition) {
  return ['data', 'hasMore', 'nextCursor'].every((field) => definition.properties && field in definition.properties);
}

/** @param {any} definition */
export function isFreeForm(definition) {
  return definition.type === 'object' && definition.properties === undefined;
}

/**
 * @param {import('./document.mjs').Operation} operation
 * @param {'path' | 'query' | 'header'} place
 */
export function parametersIn({ parameters }, place) {
  return parameters.filter((parameter) => parameter.in === place);
}

/**
 * What the enum of a query parameter or header is called; one that stands in the query itself by what it filters.
 * @param {any} document
 * @param {string} operationId
 * @param {string} name
 * @param {any} schema
 */
export function inputName(document, operationId, name, schema) {
  if (schemaName(schema) !== null || resolve(document, schema).enum === undefined) return '';
  const values = JSON.stringify(schema.enum);
  const known = Object.entries(document.components.schemas).find(
    ([, { enum: candidate }]) => JSON.stringify(candidate) === values,
  );
  return known?.[0] ?? `${pascal(operationId.replace(/^list/, '').replace(/s$/, ''))}${pascal(name)}`;
}

/**
 * How an operation's success is taken, and the schema of what comes.
 * @param {any} document
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
