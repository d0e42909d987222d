import { inputName, pascal } from '../client-schemas.mjs';
import { resolve, schemaName } from '../document.mjs';
import { shortcut } from '../java/members.mjs';
import { constant, member } from '../java/names.mjs';
import { Schemas } from '../java/schemas.mjs';
import { WIDTH } from './layout.mjs';

const MAIN = ' '.repeat(8);
const FURTHER = ' '.repeat(8);

/**
 * Code, or a chain of calls: `head`, and the method and argument of each call.
 * @typedef {string | { head: string, links: [string, Code][] }} Code
 */

/**
 * @param {import('./plan.mjs').SamplePlan} plan
 * @param {{ document: any }} names
 */
export function javaSample(plan, { document }) {
  const writer = new Writer(document);
  const params = writer.params(plan);
  const given = [...plan.ids.map(text), ...(params === null ? [] : ['params'])];
  const call = `svc.${plan.resource}().${plan.method}(${given.join(', ')})`;
  const lines = [
    'Svc svc = Svc.builder()',
    `${FURTHER}.apiKey(System.getenv("SVC_API_KEY"))`,
    `${FURTHER}.baseUrl(System.getenv("SVC_API_BASE"))`,
    `${FURTHER}.build();`,
    '',
    ...writer.before,
    ...(params === null ? [] : [`${params.type} params = ${layOut(params.code, `${params.type} params = `.length)};`]),
    ...use(plan, call, writer),
  ];
  const code = lines.flatMap((line) => line.split('\n')).map((line) => (line === '' ? '' : MAIN + line));
  return `${[
    ...importsOf(lines.join('\n'), writer),
    '',
    `public final class ${pascal(plan.operationId)} {`,
    `    public static void main(String[] args)${plan.answer === 'file' ? ' throws Exception' : ''} {`,
    ...code,
    '    }',
    '}',
  ].join('\n')}\n`;
}

function use({ answer, variable, type, hasId }, call, writer) {
  const className = writer.className(type);
  const shown = `System.out.println(${hasId ? `${variable}.id()` : variable});`;
  if (answer === 'nothing') return [`${call};`];
  if (answer === 'object') return [`${className} ${variable} = ${call};`, shown];
  if (answer === 'list') return [`for (${className} ${variable} : ${call}) {`, `    ${shown}`, '}'];
  if (answer === 'file') {
    return [`try (FileDownload file = ${call}) {`, '    file.saveTo(Path.of("report.csv"));', '}'];
  }
  return [
    `try (EventStream events = ${call}) {`,
    '    for (StreamedEvent each : events) {',
    '        System.out.println(each.id() + " " + each.event().type());',
    '    }',
    '}',
  ];
}

/** Writes the values of an example as arguments of the library's methods. */
class Writer {
  /** Statements before the call. */
  before = [];
  /** Model classes of the library in use. */
  models = new Set();

  constructor(document) {
    this.schemas = new Schemas(document);
  }

  /** @param {string} component */
  className(component) {
    if (component === '') return '';
    const name = this.schemas.className(component);
    this.models.add(name);
    return name;
  }

  /**
   * The parameters of the call; null when it takes none.
   * @param {import('./plan.mjs').SamplePlan} plan
   */
  params({ operationId, body, bodySchema, query, ifMatch }) {
    const owner = body === null ? '' : this.schemas.className(schemaName(bodySchema) ?? '');
    const links = [
      ...(body?.entries ?? []).map((entry) => this.#setter(entry, owner)),
      ...query.map(([name, value, schema]) => {
        const type = this.schemas.request(schema, inputName(this.schemas.document, operationId, name, schema));
        return [member(name), this.#constant(type.type, value)];
      }),
      ...(ifMatch === null ? [] : [['ifMatch', text(ifMatch)]]),
    ];
    const type = `${pascal(operationId)}Params`;
    return links.length === 0 ? null : { type, code: built(type, links) };
  }

  #setter([field, node], owner) {
    const name = member(field);
    if (node.kind === 'value' && node.value === null) return [`remove${pascal(name)}`, ''];
    return [name, this.#value(node, owner + pascal(field), name)];
  }

  /** @returns {Code} */
  #value(node, inlineName, name) {
    if (node.kind === 'map') return this.#map(node, name);
    if (node.kind === 'list') {
      const items = node.items.map((item) => this.#value(item, inlineName, name));
      return `List.of(${items.map(flat).join(', ')})`;
    }
    const { type } = this.schemas.request(node.schema, inlineName);
    if (node.kind === 'object') return this.#object(node, type);
    const { enum: values, format } = resolve(this.schemas.document, node.schema);
    if (values !== undefined) return this.#constant(type, node.value);
    return format === 'date-time' ? `Instant.parse(${text(node.value)})` : literal(node.value);
  }

  #object({ entries }, type) {
    this.models.add(type);
    const links = entries.map((entry) => this.#setter(entry, type));
    const short = shortcut(this.schemas.defined.get(type)) !== null;
    return short ? `${type}.of(${links.map(([, value]) => flat(value)).join(', ')})` : built(type, links);
  }

  /** `Map.of` does not support null. */
  #map({ entries }, name) {
    const pairs = entries.map(([key, node]) => [text(key), literal(node.value)]);
    if (pairs.every(([, value]) => value !== 'null')) return `Map.of(${pairs.flat().join(', ')})`;
    this.before.push(
      `Map<String, Object> ${name} = new HashMap<>();`,
      ...pairs.map((pair) => `${name}.put(${pair.join(', ')});`),
    );
    return name;
  }

  #constant(type, value) {
    this.models.add(type);
    return `${type}.${constant(value)}`;
  }
}

function built(type, links) {
  return { head: `${type}.builder()`, links: [...links, ['build', '']] };
}

/** @param {Code} code @returns {string} */
function flat(code) {
  return typeof code === 'string'
    ? code
    : code.head + code.links.map(([name, value]) => `.${name}(${flat(value)})`).join('');
}

/**
 * @param {Code} code
 * @param {number} taken columns already used in the line
 * @param {string} indent of the line
 * @returns {string}
 */
function layOut(code, taken, indent = '') {
  const line = flat(code);
  // A semicolon or a bracket follows.
  if (typeof code === 'string' || MAIN.length + indent.length + taken + line.length < WIDTH) return line;
  const inner = indent + FURTHER;
  return [
    code.head,
    ...code.links.map(([name, value]) => `${inner}.${name}(${layOut(value, name.length + 2, inner)})`),
  ].join('\n');
}

function literal(value) {
  if (typeof value === 'string') return text(value);
  return Math.abs(Number(value)) > 2 ** 31 - 1 ? `${value}L` : String(value);
}

function text(value) {
  return JSON.stringify(value);
}

const PLACES = {
  'com.svc.payments': ['EventStream', 'FileDownload', 'StreamedEvent', 'Svc'],
  'java.nio.file': ['Path'],
  'java.time': ['Instant'],
  'java.util': ['HashMap', 'List', 'Map'],
};

function importsOf(code, { models }) {
  const used = (/** @type {string} */ name) => new RegExp(`\\b${name}\\b`).test(code);
  return [
    ...Object.entries(PLACES).flatMap(([place, names]) => names.filter(used).map((name) => `${place}.${name}`)),
    ...[...models].filter(used).map((name) => `com.svc.payments.models.${name}`),
    ...(code.match(/\b\w+Params(?= params)/g) ?? []).map((name) => `com.svc.payments.params.${name}`),
  ]
    .sort()
    .map((name) => `import ${name};`);
}
