// Names and prose of the contract in Python.
import { wrap } from '../wrap.mjs';

/** @param {string} name `firstName` or `Idempotency-Key` */
export function snake(name) {
  return name
    .replaceAll('-', '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/**
 * The keyword of a field. The library converts keywords to fields by rule (`first_name` is `firstName`), so the rule
 * must be reversible.
 * @param {string} field
 */
export function keyword(field) {
  const name = snake(field);
  const back = name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  if (back !== field) throw new Error(`${field} does not survive as the Python name ${name}`);
  return name;
}

const WIDTH = 100;

/**
 * Prose of the contract for a docstring, with fields in Python's spelling and null as None.
 * @param {string} text
 */
export function prose(text) {
  return text
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/(?<![\w/"])[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, snake))
    .replaceAll(/\bnull\b/g, 'None')
    .replaceAll('\\', '\\\\')
    .replaceAll(/(?<!^)"""/g, "'''");
}

/**
 * A wrapped paragraph; table rows and list items start on new lines.
 * @param {string} text
 * @param {string} indent
 * @param {string} hanging
 */
export function paragraph(text, indent, hanging = indent) {
  const blocks = prose(text.trim())
    .replaceAll(/\n(?![|-] ?)/g, ' ')
    .split('\n')
    .filter((line) => !/^\|[-|]+$/.test(line));
  const [first = '', ...rest] = blocks.map((block) =>
    block.startsWith('|')
      ? indent + block
      : wrap(block, WIDTH, indent, block.startsWith('- ') ? `${indent}  ` : hanging).join('\n'),
  );
  return [first, ...rest.map((block) => hanging + block.trimStart())].join('\n');
}

/**
 * A docstring of paragraphs, followed by formatted sections.
 * @param {string[]} paragraphs
 * @param {string} indent
 * @param {string[]} sections
 */
export function docstring(paragraphs, indent, sections = []) {
  const [first = '', ...rest] = paragraphs;
  const blocks = [paragraph(`"""${first.trim()}`, indent), ...rest.map((each) => paragraph(each, indent)), ...sections];
  const [only = ''] = blocks;
  const closable = blocks.length === 1 && !only.includes('\n') && only.length + 3 <= WIDTH && !only.endsWith('"');
  return closable ? `${only}"""` : `${blocks.join('\n\n')}\n${indent}"""`;
}

/**
 * An assignment or a class attribute whose value is a call or a subscript, broken like Black does if it is too long.
 * @param {string} head text up to the opening bracket
 * @param {string[]} items
 * @param {string} tail the closing bracket and the rest
 * @param {string} indent
 */
export function bracketed(head, items, tail, indent = '') {
  const line = `${indent}${head}${items.join(', ')}${tail}`;
  if (line.length <= WIDTH) return line;
  return [`${indent}${head}`, ...items.map((item) => `${indent}    ${item},`), `${indent}${tail}`].join('\n');
}
