import { resolve } from './document.mjs';

/**
 * Opens `x-open` enums and unions in the client's types: unknown values are strings, objects of unknown kinds have
 * their own type. The generator supports neither.
 * @param {Record<string, string>} files
 * @returns {Record<string, string>}
 */
export function openTypes(document, files) {
  const unions = openEnums(document).map((values) => values.map((value) => `'${value}'`).join(' | '));
  const open = [...new Set(unions)].map((union) => {
    const whole = new RegExp(`(?<!' \\| )${union.replace(/[.*|]/g, '\\$&')}(?! \\| ')`, 'g');
    if (!Object.values(files).some((text) => text.search(whole) >= 0))
      throw new Error(`no type has the values ${union}`);
    return (/** @type {string} */ text) => text.replace(whole, `${union} | (string & {})`);
  });
  const opened = Object.entries(files).map(([name, text]) => {
    const schema = document.components.schemas[name.replace(/^models\/|\.ts$/g, '')];
    const withKinds = schema?.['x-open'] && schema.oneOf ? withUnknownKind(document, schema, text) : text;
    const withUnions = open.reduce((opening, openUnion) => openUnion(opening), withKinds);
    return [
      name,
      schema === undefined ? withUnions : withUnions.replace('Record<string, any>', 'Record<string, unknown>'),
    ];
  });
  return Object.fromEntries(opened);
}

/**
 * The values of each open enum.
 * @returns {string[][]}
 */
function openEnums(node) {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(openEnums);
  return node['x-open'] && node.enum
    ? [node.enum.filter((/** @type {unknown} */ value) => value !== null), ...inner]
    : inner;
}

/**
 * Adds a type for unknown kinds. Its discriminator is a template literal type: with `string`, TypeScript could no
 * longer narrow the union.
 * @param {string} text
 */
function withUnknownKind(document, schema, text) {
  const [, name, kinds] = /^export type (\w+) = \((.*)\);$/m.exec(text) ?? [];
  if (name === undefined || kinds === undefined) throw new Error(`no union of kinds:\n${text}`);
  const { propertyName } = schema.discriminator;
  const fields = commonFields(document, schema).map(([field, type]) => {
    if (field !== propertyName) return `    ${field}: ${type};\n`;
    const about =
      'Any value except the known ones. Its template type matches no known kind, so that a switch can narrow the union.';
    return `    /**\n     * ${about}\n     */\n    ${field}: \`(unknown) \${string}\`;\n`;
  });
  const about = `/**\n * An object whose \`${propertyName}\` is unknown to this version of the library.\n */\n`;
  const unknown = `${about}export type Unknown${name} = {\n${fields.join('')}};\n`;
  return `${text.replace(`(${kinds})`, `(${kinds} | Unknown${name})`)}\n${unknown}`;
}

/**
 * Fields that all members have with the same type.
 * @returns {[field: string, type: string][]}
 */
function commonFields(document, schema) {
  const types = { string: 'string', object: 'Record<string, unknown>' };
  const [first, ...others] = schema.oneOf.map((/** @type {any} */ kind) => {
    const { properties } = resolve(document, kind);
    return Object.fromEntries(
      Object.entries(properties).map(([field, value]) => {
        const { type, nullable } = resolve(document, value);
        return [field, nullable ? undefined : types[/** @type {keyof typeof types} */ (type)]];
      }),
    );
  });
  return Object.entries(first).flatMap(([field, type]) =>
    type !== undefined && others.every((/** @type {any} */ other) => other[field] === type) ? [[field, type]] : [],
  );
}
