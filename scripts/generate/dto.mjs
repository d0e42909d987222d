import { Code, literal } from './code.mjs';
import { resolve, schemaName } from './document.mjs';
import { HEADER } from './output.mjs';

/** @param {string} name of a component, such as "payment.completed" */
export function dtoName(name) {
  const words = name.split(/[._-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Dto`;
}

/**
 * The components that become classes: objects with named fields. Others are written where they are used.
 * @param {any} document
 * @returns {string[]}
 */
export function dtoComponents(document) {
  const schemas = document.components.schemas;
  return Object.keys(schemas).filter((name) => isClass(schemas[name]));
}

/** @param {any} document */
export function dtoFile(document) {
  const classes = dtoComponents(document).map((name) => dtoClass(document, name));
  return `${HEADER}
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { components } from './types.js';

type Schemas = components['schemas'];
${classes.join('')}`;
}

/**
 * A schema as @nestjs/swagger takes it: components that are classes stay references, others are written in place.
 * @param {any} document
 * @param {any} schema
 * @returns {any}
 */
export function swaggerSchema(document, schema) {
  const name = schemaName(schema);
  const target = resolve(document, schema);
  if (name && isClass(target)) return { $ref: schema.$ref };
  if (target.oneOf) return { oneOf: target.oneOf, discriminator: target.discriminator };
  const result = withoutExtensions(target);
  if (target.items) result.items = swaggerSchema(document, target.items);
  if (target.properties) {
    result.properties = Object.fromEntries(
      Object.entries(target.properties).map(([key, property]) => [key, swaggerSchema(document, property)]),
    );
  }
  return result;
}

/** @param {any} schema */
const isClass = (schema) => schema.type === 'object' && schema.properties !== undefined && !schema.nullable;

/**
 * @param {any} document
 * @param {string} name
 */
function dtoClass(document, name) {
  const schema = document.components.schemas[name];
  const type = `Schemas[${JSON.stringify(name)}]`;
  const fields = Object.entries(schema.properties).map(([key, property]) => {
    const required = schema.required?.includes(key) ?? false;
    const options = literal(propertyOptions(document, property, required), '  ');
    return `  @ApiProperty(${options})\n  declare readonly ${key}${required ? '' : '?'}: ${type}[${JSON.stringify(key)}];\n`;
  });
  const { description, additionalProperties } = schema;
  return `
@ApiSchema(${literal({ name, description, additionalProperties })} as Parameters<typeof ApiSchema>[0])
export class ${dtoName(name)} {
${fields.join('\n')}}
`;
}

/**
 * @param {any} document
 * @param {any} property
 * @param {boolean} required
 */
function propertyOptions(document, property, required) {
  const name = schemaName(property);
  if (name && isClass(resolve(document, property))) return { type: new Code(`() => ${dtoName(name)}`), required };
  const options = swaggerSchema(document, property);
  // For an object written in place, `required` lists its fields; whether it is required itself has another name.
  if (options.type === 'object') return { ...options, selfRequired: required };
  return { ...options, required };
}

/** @param {any} schema */
function withoutExtensions(schema) {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith('x-')));
}
