import { commonFields, ComponentNames, isFreeForm, isPage, pascal, secretsIn } from '../client-schemas.mjs';
import { resolve, schemaName } from '../document.mjs';
import { constant, docBlock, quoted } from './prose.mjs';

/**
 * @typedef {object} PhpType
 * @property {string} type as PHP declares it
 * @property {string} doc the type in doc comments, which may be more precise
 * @property {string} [read] how JSON is converted to that type; undefined if it needs no conversion
 */

/** PHP types for the schemas of a contract: a class for each object, union and open enum. */
export class Schemas extends ComponentNames {
  constructor(document) {
    super(document);
    /** @type {Map<string, any>} views of the classes, by name */
    this.defined = new Map();
    /** Names of the free-form fields in requests, and of the other objects and fields. */
    this.freeForm = new Set();
    this.structured = new Set();
    this.others = new Set();
  }

  /**
   * The type of a value in a response.
   * @param {string} name what it is called if it has to be defined
   * @returns {PhpType}
   */
  answer(schema, name) {
    const plain = this.#plainAnswer(schema, this.#name(schema, name), name);
    return resolve(this.document, schema).nullable ? nullable(plain) : plain;
  }

  #name(schema, inlineName) {
    const component = schemaName(schema);
    return component === null ? inlineName : this.className(component);
  }

  /** @returns {PhpType} */
  #plainAnswer(schema, name, inlineName) {
    const definition = resolve(this.document, schema);
    if (definition.oneOf) return this.#union(definition, name);
    if (definition.enum) return this.#enum(definition, name);
    if (definition.type === 'array') {
      const item = this.answer(definition.items, inlineName);
      return { type: 'array', doc: `list<${item.doc}>`, ...(item.read && { read: `[${item.read}]` }) };
    }
    if (definition.type !== 'object') return scalar(definition);
    if (isFreeForm(definition)) return { type: 'array', doc: freeFormType(definition), read: 'self::MAP' };
    this.#model(definition, name, this.discriminators.get(name));
    return { type: name, doc: name, read: `${name}::class` };
  }

  /**
   * The type of a value in a request. An object is an array with the contract's fields, or a model from a response.
   * @param {string} inlineName
   * @returns {PhpType}
   */
  request(schema, inlineName) {
    const definition = resolve(this.document, schema);
    const plain = this.#plainRequest(schema, definition, inlineName);
    return definition.nullable ? nullable(plain) : plain;
  }

  /** @returns {PhpType} */
  #plainRequest(schema, definition, inlineName) {
    if (definition.enum) return this.#enum(definition, this.#name(schema, inlineName));
    if (definition.type === 'array') {
      return { type: 'array', doc: `list<${this.request(definition.items, inlineName).doc}>` };
    }
    if (definition.format === 'date-time') {
      return { type: '\\DateTimeInterface|string', doc: '\\DateTimeInterface|string' };
    }
    if (definition.type !== 'object') return scalar(definition);
    if (isFreeForm(definition)) return object(freeFormType(definition));
    const required = new Set(definition.required ?? []);
    const fields = Object.entries(definition.properties).map(([field, inner]) => {
      this.noteField(field, inner);
      return `${field}${required.has(field) ? '' : '?'}: ${this.request(inner, inlineName + pascal(field)).doc}`;
    });
    return object(`array{${fields.join(', ')}}`);
  }

  /** Records whether the keys in a field of a request are free-form. */
  noteField(field, schema) {
    const definition = resolve(this.document, schema);
    if (definition.type !== 'object') this.others.add(field);
    else (isFreeForm(definition) ? this.freeForm : this.structured).add(field);
  }

  #define(kind, name, view) {
    const known = this.defined.get(name);
    if (known === undefined) {
      // Registered before its view exists, since a schema may refer to itself.
      this.defined.set(name, { kind, name });
      this.defined.set(name, { kind, name, ...view() });
    } else if (known.kind !== kind) throw new Error(`${name} would be ambiguous in PHP`);
  }

  /** @returns {PhpType} */
  #enum(definition, name) {
    this.#define('enum', name, () => {
      const values = definition.enum.filter((value) => value !== null);
      const names = values.map(constant);
      if (new Set(names).size < names.length) throw new Error(`${name}: two values have the same constant in PHP`);
      return {
        doc: docBlock([definition.description, 'The enum is open: unlisted values are returned unchanged.'], [], ''),
        cases: values.map((value, index) => ({ name: names[index], value: quoted(value) })),
      };
    });
    return { type: 'string', doc: `${name}::*|string` };
  }

  #model(definition, name, discriminator) {
    const page = isPage(definition);
    this.#define(page ? 'page' : 'model', name, () => {
      const required = new Set(definition.required ?? []);
      const fields = Object.entries(definition.properties).map(([field, schema]) => {
        const said = schema.description ?? resolve(this.document, schema).description;
        const found =
          discriminator === field ? { type: 'string', doc: 'string' } : this.answer(schema, name + pascal(field));
        const { type, doc, read } = required.has(field) ? found : nullable(found);
        return {
          ...{ name: field, type, required: required.has(field) },
          ...{ read: read ?? 'null', doc: docBlock([said], declares(type, doc) ? [] : [`@var ${doc}`], '    ') },
        };
      });
      const item = page ? this.answer(definition.properties.data.items, name).doc : '';
      return {
        doc: docBlock([definition.description ?? `${name}.`], page ? [`@extends Page<${item}>`] : [], ''),
        fields,
        secrets: secretsIn(this.document, definition),
      };
    });
  }

  /** @returns {PhpType} */
  #union(definition, name) {
    const { propertyName } = definition.discriminator;
    const unknown = `Unknown${name}`;
    const shapes = definition.oneOf.map((member) => resolve(this.document, member));
    this.#define('union', name, () => {
      const kinds = definition.oneOf.map((member, index) => {
        const type = this.#name(member, '');
        this.#model(shapes[index], type, propertyName);
        this.defined.get(type).base = name;
        return { type, value: quoted(shapes[index].properties[propertyName].enum[0]) };
      });
      const fields = commonFields(shapes).map(({ field, schema }) => {
        if (schema !== null) return { name: field, required: true, ...this.answer(schema, name) };
        const common = { name: field, required: true, doc: '' };
        return field === propertyName ? { ...common, type: 'string' } : { ...common, type: 'mixed', read: 'self::MAP' };
      });
      const said = ['An object of a kind that is unknown to this version of the library.'];
      this.#define('model', unknown, () => ({
        base: name,
        doc: docBlock(said, [], ''),
        fields: fields.map(undocumented),
      }));
      const tags = fields.map(({ type, name: field }) => `@property-read ${type} $${field}`);
      return { doc: docBlock([definition.description], tags, ''), by: quoted(propertyName), kinds, unknown };
    });
    return { type: name, doc: name, read: `${name}::class` };
  }
}

/** An object in a request: an array, or anything that serializes to an object, such as a model. */
function object(shape) {
  const others = '|\\JsonSerializable|\\stdClass';
  return { type: `array${others}`, doc: shape + others };
}

function undocumented(field) {
  return { ...field, read: field.read ?? 'null', doc: '' };
}

/** Whether the doc comment would only repeat the declared type. */
function declares(type, doc) {
  return doc === type || `?${doc}` === `${type}|null`;
}

/** @param {PhpType} found */
function nullable({ type, doc, read }) {
  if (/\bnull\b|^\?|^mixed$/.test(type)) return { type, doc, read };
  return { type: type.includes('|') ? `${type}|null` : `?${type}`, doc: `${doc}|null`, read };
}

function freeFormType(definition) {
  return definition.additionalProperties?.type === 'string' ? 'array<string, string>' : 'array<string, mixed>';
}

/** @returns {PhpType} */
function scalar({ type, format }) {
  if (format === 'date-time') return { type: '\\DateTimeImmutable', doc: '\\DateTimeImmutable', read: 'self::INSTANT' };
  const types = { string: 'string', integer: 'int', number: 'float', boolean: 'bool' };
  const found = types[type];
  if (found === undefined) throw new Error(`A schema of type ${type} has no PHP type`);
  return { type: found, doc: found };
}
