import { commonFields, ComponentNames, isFreeForm, isPage, isSecret, pascal } from '../client-schemas.mjs';
import { resolve, schemaName } from '../document.mjs';
import { bracketed, docstring, keyword } from './names.mjs';

/**
 * @typedef {object} PythonType
 * @property {string} type the annotation
 * @property {string | null} read how JSON is converted to that type; null if it needs no conversion
 */

/** Python types for the schemas of a contract: classes, open enums and unions, each after those that it uses. */
export class Schemas extends ComponentNames {
  constructor(document) {
    super(document);
    /** @type {Map<string, { kind: string, name: string, text?: string }>} */
    this.defined = new Map();
    /** @type {Map<string, string>} */
    this.params = new Map();
    /** Names of the free-form fields in requests, and of all others. */
    this.freeForm = new Set();
    this.structured = new Set();
  }

  /**
   * The type of a value in a response.
   * @param {string} name what it is called if it has to be defined
   * @returns {PythonType}
   */
  answer(schema, name) {
    const plain = this.#plainAnswer(schema, name);
    return resolve(this.document, schema).nullable ? { ...plain, type: optional(plain.type) } : plain;
  }

  /** @returns {PythonType} */
  #plainAnswer(schema, inlineName) {
    const component = schemaName(schema);
    const name = component === null ? inlineName : this.className(component);
    const definition = resolve(this.document, schema);
    if (definition.oneOf) return this.#union(definition, name);
    if (definition.enum) return { type: this.#enum(definition, name), read: null };
    if (definition.type === 'array') {
      const item = this.answer(definition.items, inlineName);
      return { type: `List[${item.type}]`, read: item.read && `list_of(${item.read})` };
    }
    if (definition.type === 'object') {
      const free = freeFormType(definition);
      if (free !== null) return { type: free, read: null };
      this.#model(definition, name);
      return { type: name, read: name };
    }
    return scalar(definition);
  }

  /**
   * The type of a value in a request. Its objects are dicts with Python's spelling of the fields.
   * @param {string} name
   * @param {string} from where the models are, such as `models.`
   * @returns {string}
   */
  request(schema, name, from) {
    const definition = resolve(this.document, schema);
    const plain = this.#plainRequest(schema, name, from);
    return definition.nullable ? optional(plain) : plain;
  }

  #plainRequest(schema, inlineName, from) {
    const component = schemaName(schema);
    const name = component === null ? inlineName : this.className(component);
    const definition = resolve(this.document, schema);
    if (definition.enum) return from + this.#enum(definition, name);
    if (definition.type === 'array') return `Sequence[${this.request(definition.items, inlineName, from)}]`;
    if (definition.type === 'object') {
      const free = freeFormType(definition);
      if (free !== null) return free.replace('Dict', 'Mapping');
      this.#param(definition, `${name}Params`);
      return `${from === '' ? '' : 'params.'}${name}Params`;
    }
    if (definition.format === 'date-time') return 'Union[str, datetime]';
    return scalar(definition).type;
  }

  #define(kind, name, write) {
    const known = this.defined.get(name);
    if (known === undefined) {
      this.defined.set(name, { kind: 'unfinished', name });
      const text = write();
      this.defined.delete(name);
      this.defined.set(name, {
        kind,
        name,
        text,
        names: [...text.matchAll(/^(?:class )?([A-Za-z]\w*)(?:\(| = |: )/gm)].map(([, each]) => each),
      });
    } else if (known.kind !== kind) throw new Error(`${name} would be ambiguous in Python`);
  }

  #enum(definition, name) {
    const values = definition.enum.filter((value) => value !== null).map((value) => JSON.stringify(value));
    const said = definition.description === undefined ? '' : `\n${docstring([definition.description], '')}`;
    this.#define('enum', name, () => {
      const literals = bracketed('Literal[', values, ']', '    ');
      const line = `${name} = Union[Literal[${values.join(', ')}], str]`;
      return (line.length <= 100 ? line : `${name} = Union[\n${literals},\n    str,\n]`) + said;
    });
    return name;
  }

  #model(definition, name) {
    this.#define('model', name, () => {
      const page = isPage(definition);
      const fields = Object.entries(definition.properties).map(([field, schema]) =>
        this.#field(field, schema, name, definition.required?.includes(field) ?? false),
      );
      const { item } = page ? { item: this.answer(definition.properties.data.items, name).type } : { item: '' };
      const write = (/** @type {string} */ className, /** @type {string} */ base) =>
        `class ${className}(${base}):\n${docstring([definition.description ?? `${name}.`], '    ')}\n\n${fields
          .filter((_, index) => !page || !['hasMore', 'nextCursor'].includes(Object.keys(definition.properties)[index]))
          .join('\n\n')}`;
      if (!page) return write(name, 'Model');
      return `${write(name, `Page[${item}]`)}\n\n\n${write(`Async${name}`, `AsyncPage[${item}]`)}`;
    });
  }

  #field(field, schema, owner, required) {
    // The discriminator stays a closed type, so that type checkers can narrow the union.
    const { type, read } =
      this.discriminators.get(owner) === field
        ? { type: `Literal[${JSON.stringify(schema.enum[0])}]`, read: null }
        : this.answer(schema, owner + pascal(field));
    const details = [
      JSON.stringify(field),
      ...(read === null ? [] : [read]),
      ...(required ? [] : ['required=False']),
      ...(isSecret(this.document, field, schema) ? ['secret=True'] : []),
    ];
    const head = `${keyword(field)}: ${required ? type : optional(type)} = field(`;
    const description = schema.description ?? resolve(this.document, schema).description;
    const said = description === undefined ? '' : `\n${docstring([description], '    ')}`;
    return bracketed(head, details, ')', '    ') + said;
  }

  #union(definition, name) {
    const property = definition.discriminator.propertyName;
    const members = definition.oneOf.map((member) => ({ member, type: this.answer(member, '').type }));
    const read = `read_${keyword(name.charAt(0).toLowerCase() + name.slice(1))}`;
    this.#define('union', name, () => {
      const unknown = `Unknown${name}`;
      const shapes = members.map(({ member }) => resolve(this.document, member));
      const fields = commonFields(shapes).map(({ field: key, schema }) => {
        const open = schema === null ? null : this.answer(schema, name);
        const type = open?.type ?? (key === property ? 'str' : 'Any');
        return `    ${keyword(key)}: ${type} = field(${JSON.stringify(key)}${open?.read ? `, ${open.read}` : ''})`;
      });
      const kinds = members.map(
        ({ type }, index) => `        ${JSON.stringify(shapes[index].properties[property].enum[0])}: ${type},\n`,
      );
      return [
        `class ${unknown}(Model):\n    """An object of a kind that is unknown to this version of the library."""\n\n${fields.join('\n')}\n\n`,
        `${name} = Union[\n${[...members.map(({ type }) => type), unknown].map((type) => `    ${type},\n`).join('')}]`,
        `${docstring([definition.description], '')}\n`,
        `${read}: Callable[[Any], ${name}] = one_of(\n    ${JSON.stringify(property)},\n    {\n${kinds.join('')}    },\n    ${unknown},\n)`,
      ].join('\n');
    });
    return { type: name, read };
  }

  #param(definition, name) {
    if (this.params.has(name)) return;
    this.params.set(name, '');
    const required = new Set(definition.required ?? []);
    const lines = Object.entries(definition.properties).map(([field, schema]) => {
      (isFreeForm(resolve(this.document, schema)) ? this.freeForm : this.structured).add(field);
      const description = schema.description ?? resolve(this.document, schema).description;
      const type = this.request(schema, name + pascal(field), '');
      return { field, text: `    ${keyword(field)}: ${type}\n${docstring([description], '    ')}` };
    });
    const said = docstring([definition.description], '    ');
    const bodyOf = (/** @type {boolean} */ wanted) =>
      lines
        .filter(({ field }) => required.has(field) === wanted)
        .map(({ text }) => text)
        .join('\n\n');
    const [must, may] = [bodyOf(true), bodyOf(false)];
    const first = must === '' ? '' : `class ${may === '' ? name : `_${name}Required`}(TypedDict):\n${said}\n\n${must}`;
    const base = must === '' ? 'TypedDict' : `_${name}Required`;
    const second = may === '' ? '' : `class ${name}(${base}, total=False):\n${said}\n\n${may}`;
    this.params.set(name, [first, second].filter((text) => text !== '').join('\n\n\n'));
  }
}

/** @param {string} type */
export const optional = (type) => `Optional[${type}]`;

function freeFormType(definition) {
  if (!isFreeForm(definition)) return null;
  return definition.additionalProperties?.type === 'string' ? 'Dict[str, str]' : 'Dict[str, Any]';
}

/** @returns {PythonType} */
function scalar({ type, format }) {
  if (format === 'date-time') return { type: 'datetime', read: 'instant' };
  const types = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };
  const found = types[type];
  if (found === undefined) throw new Error(`A schema of type ${type} has no Python type`);
  return { type: found, read: null };
}
