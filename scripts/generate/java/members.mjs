// Accessors of models and setters of their builders.
import { javadoc, literal } from './names.mjs';

const answered = ({ always, plain, type }) => (always ? (plain ?? type) : `Optional<${type}>`);

/**
 * The accessor of a model's field.
 * @param {string} indent
 */
export function accessor(field, indent = '    ') {
  const { name, type, plain, read, always, required, inherited, description } = field;
  const tag = always
    ? plain === undefined
      ? 'never null'
      : 'its value'
    : required
      ? 'empty for null'
      : 'empty when left out';
  const head = inherited ? `${indent}@Override` : javadoc(description, indent, [['@return', tag]]);
  const way = always ? 'required' : 'optional';
  return [
    head,
    `${indent}public ${answered({ always, plain, type })} ${name}() {`,
    `${indent}    return ${way}(${literal(field.field)}, ${read});`,
    `${indent}}`,
  ].join('\n');
}

/** The abstract accessor of a field that all members of a union have. */
export function abstractAccessor({ name, type, description }) {
  return `${javadoc(description, '    ', [['@return', 'never null']])}\n    public abstract ${type} ${name}();`;
}

/** A builder's setter, and a method that sends null for a field where null has a meaning. */
export function setters({ field, name, type, plain, nullable, description }) {
  const indent = ' '.repeat(8);
  const tags = (/** @type {string} */ said) => [
    [`@param ${name}`, said],
    ['@return', 'this builder'],
  ];
  const given = plain ?? type.replace('Map<String, Object>', 'Map<String, ?>');
  const set = [
    javadoc(description, indent, tags(plain === undefined ? 'not null' : 'the value')),
    `${indent}public Builder ${name}(${given} ${name}) {`,
    `${indent}    return set(${literal(field)}, ${name});`,
    `${indent}}`,
  ];
  const removal = [
    javadoc(`Removes \`${field}\` by sending null. A field that is left out keeps its value.`, indent, [
      ['@return', 'this builder'],
    ]),
    `${indent}public Builder remove${name.charAt(0).toUpperCase()}${name.slice(1)}() {`,
    `${indent}    return setNull(${literal(field)});`,
    `${indent}}`,
  ];
  return [set, ...(nullable ? [removal] : [])].map((lines) => lines.join('\n')).join('\n\n');
}

/** A static factory for small models whose fields are all required; null for others. */
export function shortcut({ name, kind, fields }) {
  if (kind !== 'model' || fields.length > 3 || fields.some(({ required }) => !required)) return null;
  const parameters = fields.map((field) => `${field.plain ?? field.type} ${field.name}`).join(', ');
  const tags = fields.map((field) => [`@param ${field.name}`, field.description]);
  const calls = fields.map((field) => `.${field.name}(${field.name})`).join('');
  return [
    javadoc('Creates an object with these values.', '    ', [...tags, ['@return', 'a new object']]),
    `    public static ${name} of(${parameters}) {`,
    `        return builder()${calls}.build();`,
    `    }`,
  ].join('\n');
}
