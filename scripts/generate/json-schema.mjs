import { resolve, schemaName } from './document.mjs';

// Keywords with the same meaning in OpenAPI 3.0 and JSON Schema. All others are prose or extensions.
const ASSERTIONS = [
  'type',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
];
const CHECKED_EXTENSIONS = ['x-error-code', 'x-max-bytes', 'x-min-key-length'];
const NUMBER_FORMATS = ['int32', 'int64'];

/**
 * Converts to JSON Schema for validation. References stay references to schemas with the component's name as id. A
 * pattern keeps its example, which explains it in errors.
 * @param {any} schema in the contract's dialect
 * @param {{ closed: boolean }} options closed: a field that the schema does not name is an error
 */
export function toValidationSchema(schema, options) {
  const name = schemaName(schema);
  if (name) return { $ref: name };

  const result = assertionsOf(schema, [...ASSERTIONS, ...CHECKED_EXTENSIONS]);
  if (schema.nullable) result.type = [schema.type, 'null'];
  if (NUMBER_FORMATS.includes(schema.format)) delete result.format;
  if (schema.format === 'currency') {
    // The list of currencies covers pattern and length; one mistake should be one error.
    delete result.pattern;
    delete result.maxLength;
  }
  if (schema.pattern && schema.example !== undefined) result.examples = [schema.example];
  if (schema.items) result.items = toValidationSchema(schema.items, options);
  if (schema.properties) {
    result.properties = mapValues(schema.properties, (property) => toValidationSchema(property, options));
    result.additionalProperties = schema.additionalProperties ?? !options.closed;
  }
  if (typeof schema.additionalProperties === 'object') {
    result.additionalProperties = toValidationSchema(schema.additionalProperties, options);
  }
  if (schema.oneOf) {
    result.type = 'object';
    result.oneOf = schema.oneOf.map((/** @type {any} */ branch) => toValidationSchema(branch, options));
    result.discriminator = { propertyName: schema.discriminator.propertyName };
  }
  return result;
}

/**
 * Converts to a schema for fast-json-stringify, which writes only declared fields. References are resolved. Free-form
 * values and unions become an empty schema, which is written by JSON.stringify.
 */
export function toSerializationSchema(document, schema) {
  const target = resolve(document, schema);
  if (target.oneOf || (target.type === 'object' && !target.properties)) return {};
  const result = assertionsOf(target, ['type', 'nullable', 'required']);
  if (target.items) result.items = toSerializationSchema(document, target.items);
  if (target.properties) {
    result.properties = mapValues(target.properties, (property) => toSerializationSchema(document, property));
  }
  return result;
}

/** @param {string[]} words */
function assertionsOf(schema, words) {
  return Object.fromEntries(words.filter((word) => schema[word] !== undefined).map((word) => [word, schema[word]]));
}

/**
 * @template T, U
 * @param {Record<string, T>} values
 * @param {(value: T) => U} change
 * @returns {Record<string, U>}
 */
function mapValues(values, change) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
