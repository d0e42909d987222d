import { resolve, schemaName } from '../document.mjs';
import { ComponentNames, isFreeForm, isPage, pascal, secretsIn } from '../client-schemas.mjs';
import { constant, member } from './names.mjs';

/**
 * @typedef {object} JavaType
 * @property {string} type the type of the accessor; a wrapper class if `plain` is a primitive
 * @property {string} read the expression that converts JSON to that type
 * @property {string} [plain] the primitive, for values that are always present
 */

/** Java types for the schemas of a contract: classes, open enums and unions, each in its own file. */
export class Schemas extends ComponentNames {
  constructor(document) {
    super(document);
    /** @type {Map<string, any>} */
    this.defined = new Map();
    /** Classes used in requests, which have builders. */
    this.built = new Set();
    /** The union of each member class. */
    this.unions = new Map();
    for (const [name, { oneOf = [] }] of Object.entries(document.components.schemas)) {
      for (const each of oneOf) this.unions.set(this.className(schemaName(each) ?? ''), this.className(name));
    }
  }

  /**
   * The type of a value.
   * @param {string} inlineName what it is called if it has to be defined
   * @returns {JavaType}
   */
  type(schema, inlineName) {
    const component = schemaName(schema);
    const name = component === null ? inlineName : this.className(component);
    const definition = resolve(this.document, schema);
    if (definition.oneOf) {
      this.#union(definition, name);
      return { type: name, read: `Read.object(${name}::of)` };
    }
    if (definition.enum) {
      this.#enum(definition, name);
      return { type: name, read: `Read.value(${name}::of)` };
    }
    if (definition.type === 'array') {
      const item = this.type(definition.items, inlineName);
      return { type: `List<${item.type}>`, read: `Read.list(${item.read})` };
    }
    if (isFreeForm(definition)) {
      const texts = definition.additionalProperties?.type === 'string';
      return texts
        ? { type: 'Map<String, String>', read: 'Read::texts' }
        : { type: 'Map<String, Object>', read: 'Read::map' };
    }
    if (definition.type === 'object') {
      this.model(definition, name);
      return { type: name, read: `Read.object(${name}::new)` };
    }
    return scalar(definition);
  }

  /**
   * The type of a value in a request, whose objects have builders.
   * @param {string} inlineName
   */
  request(schema, inlineName) {
    const definition = resolve(this.document, schema);
    const component = schemaName(schema);
    const found = this.type(schema, inlineName);
    if (definition.type === 'array') this.request(definition.items, inlineName);
    else if (definition.type === 'object' && !isFreeForm(definition)) {
      const name = component === null ? inlineName : this.className(component);
      this.built.add(name);
      for (const [field, each] of Object.entries(definition.properties)) this.request(each, name + pascal(field));
    }
    return found;
  }

  #define(kind, name, make) {
    const known = this.defined.get(name);
    if (known === undefined) {
      this.defined.set(name, { kind: 'unfinished', name });
      this.defined.set(name, { kind, name, ...make() });
    } else if (known.kind !== kind && known.kind !== 'unfinished')
      throw new Error(`${name} would be ambiguous in Java`);
  }

  #enum(definition, name) {
    this.#define('enum', name, () => {
      const values = definition.enum.filter((value) => value !== null);
      const constants = values.map((value) => ({ value, name: constant(value) }));
      const names = constants.map((each) => each.name);
      if (new Set([...names, 'UNKNOWN']).size <= names.length)
        throw new Error(`${name}: two values have the same name in Java`);
      return { constants, description: definition.description ?? `${name}.` };
    });
  }

  /** @param {string} name */
  model(definition, name) {
    this.#define(isPage(definition) ? 'page' : 'model', name, () => {
      const page = isPage(definition);
      const required = definition.required ?? [];
      const fields = Object.entries(definition.properties)
        .filter(([field]) => !page || !['hasMore', 'nextCursor'].includes(field))
        .map(([field, schema]) => this.field(field, schema, name, required.includes(field)));
      return {
        fields,
        description: definition.description ?? `${name}.`,
        secrets: secretsIn(this.document, definition),
        union: this.unions.get(name),
        ...(page ? { item: this.type(definition.properties.data.items, name).type } : {}),
      };
    });
  }

  /**
   * @param {string} field
   * @param {string} owner
   * @param {boolean} required
   */
  field(field, schema, owner, required) {
    const definition = resolve(this.document, schema);
    // The discriminator is a plain String, which `switch` supports.
    const discriminates = this.discriminators.get(owner) === field;
    const found = discriminates ? scalar({ type: 'string' }) : this.type(schema, owner + pascal(field));
    const nullable = definition.nullable === true;
    return {
      ...{ field, name: member(field), ...found, required, nullable },
      always: required && !nullable,
      inherited: this.unions.has(owner) && this.common(this.unions.get(owner)).includes(field),
      description: schema.description ?? definition.description ?? `The ${field}.`,
    };
  }

  /** Common fields of a union's members with the same type, and the discriminator. */
  common(union) {
    const [, { oneOf, discriminator }] = Object.entries(this.document.components.schemas).find(
      ([name]) => this.className(name) === union,
    );
    const shapes = oneOf.map((each) => resolve(this.document, each).properties);
    const same = (/** @type {string} */ key) =>
      new Set(shapes.map((shape) => JSON.stringify({ ...shape[key], description: '' }))).size === 1;
    return Object.keys(shapes[0]).filter((key) => key === discriminator.propertyName || same(key));
  }

  #union(definition, name) {
    this.#define('union', name, () => {
      const property = definition.discriminator.propertyName;
      const members = definition.oneOf.map((each) => ({
        type: this.type(each, '').type,
        value: resolve(this.document, each).properties[property].enum[0],
      }));
      const first = resolve(this.document, definition.oneOf[0]);
      const fields = this.common(name).map((field) =>
        field === property
          ? {
              ...{ field, name: member(field), ...scalar({ type: 'string' }), always: true },
              description: `The kind of the object.`,
            }
          : this.field(field, first.properties[field], name, true),
      );
      return { members, fields, property, description: definition.description };
    });
  }
}

/** @returns {JavaType} */
export function scalar({ type, format }) {
  if (format === 'date-time') return { type: 'Instant', read: 'Read::time' };
  const types = {
    string: { type: 'String', read: 'Read::text' },
    integer: { type: 'Long', read: 'Read::integer', plain: 'long' },
    number: { type: 'Double', read: 'Read::number', plain: 'double' },
    boolean: { type: 'Boolean', read: 'Read::flag', plain: 'boolean' },
  };
  const found = types[type];
  if (found === undefined) throw new Error(`A schema of type ${type} has no Java type`);
  return found;
}
