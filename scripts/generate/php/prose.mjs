// Prose of the contract as doc comments.

import { wrap } from '../wrap.mjs';

const WIDTH = 110;
/** A space where a line does not end. */
const HELD = '\0';

/**
 * A doc comment of paragraphs and tags; '' when it is empty.
 * @param {(string | undefined)[]} paragraphs
 * @param {string[]} tags such as `@return Payment`, whose further lines are indented
 * @param {string} indent
 */
export function docBlock(paragraphs, tags, indent) {
  const said = paragraphs.filter((text) => text !== undefined && text !== '').map((text) => layout(text ?? '', ''));
  const blocks = [...said, ...(tags.length > 0 ? [tags.map((tag) => layout(tag, '    ')).join('\n')] : [])];
  const lines = blocks.join('\n\n').split('\n');
  const [only = ''] = lines;
  if (lines.length === 1 && only === '') return '';
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  const body = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('');
  return `${indent}/**\n${body}${indent} */\n`;
}

/** A wrapped paragraph; table rows and list items start on new lines. */
function layout(text, hanging) {
  return text
    .trim()
    .replaceAll('*/', '* /')
    .replaceAll(/\n(?![|\-\n] ?)/g, ' ')
    .split('\n')
    .filter((line) => !/^\|[-|]+$/.test(line))
    .map((block) => (block.startsWith('|') ? block : wrapped(block, block.startsWith('- ') ? '  ' : hanging)))
    .join('\n');
}

/** Does not break within types. */
function wrapped(text, hanging) {
  const whole = text.replaceAll(/\{[^{}]*:[^{}]*\}/g, (type) => type.replaceAll(' ', HELD));
  return wrap(whole, WIDTH, '', hanging).join('\n').replaceAll(HELD, ' ');
}

/** @param {string} text as a PHP string */
export function quoted(text) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** @param {string} value of an enum, as the name of a constant */
export function constant(value) {
  const name = value
    .replaceAll('*', 'ANY')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
  return /^[0-9]/.test(name) || name === 'CLASS' ? `_${name}` : name;
}
