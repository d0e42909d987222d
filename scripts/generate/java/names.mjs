// Names and prose of the contract in Java.
import { wrap } from '../wrap.mjs';

/** Renamed parameters: `Object` has a final method `wait(long)`. */
const OTHERWISE = new Map([['wait', 'waitSeconds']]);

const TAKEN = new Set(
  (
    'abstract assert boolean break byte case catch char class const continue default do double else enum extends final ' +
    'finally float for goto if implements import instanceof int interface long native new package private protected ' +
    'public return short static strictfp super switch synchronized this throw throws transient try void volatile while ' +
    'true false null var getClass hashCode equals clone toString notify notifyAll wait finalize ' +
    'toMap field unknownFields toBuilder builder build of iterator spliterator forEach stream nextPage'
  ).split(' '),
);

/**
 * The name of the accessor and setter of a field.
 * @param {string} field `createdAt` or `If-Match`
 */
export function member(field) {
  const camel = field.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const name = camel.charAt(0).toLowerCase() + camel.slice(1).replace(/^ID$/, 'Id').replaceAll('ID', 'Id');
  const given = OTHERWISE.get(name) ?? name;
  if (TAKEN.has(given) || !/^[a-z]\w*$/.test(given)) throw new Error(`${field} cannot be a name in Java`);
  return given;
}

/**
 * The constant of an enum value.
 * @param {string} value `payment.completed`
 */
export function constant(value) {
  const name = value
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('*', 'ANY')
    .replaceAll(/\W/g, '_')
    .toUpperCase();
  return /^\d/.test(name) ? `_${name}` : name;
}

const WIDTH = 120;

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' };

/** @param {string} text Markdown of one paragraph */
function html(text) {
  return text
    .replaceAll('*/', '*&#47;')
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') ? code(part.slice(1, -1)) : escaped(part).replaceAll(/\*\*(.*?)\*\*/g, '<b>$1</b>'),
    )
    .join('');
}

function escaped(text) {
  return text.replaceAll(/[&<>@]/g, (sign) => ENTITIES[sign]);
}

function code(text) {
  const balanced = text.split('{').length === text.split('}').length;
  return balanced ? `{@code ${text}}` : `<code>${escaped(text)}</code>`;
}

/** The blocks of a Markdown text: paragraphs and lists; table rows become list items. */
function blocks(text) {
  return text
    .trim()
    .split(/\n\n+/)
    .flatMap((paragraph) => {
      const lines = paragraph.replaceAll(/\n(?![|-] ?)/g, ' ').split('\n');
      const listed = lines.filter((line) => /^[|-]/.test(line) && !/^\|[-|]+$/.test(line));
      const prose = lines.filter((line) => !/^[|-]/.test(line)).join(' ');
      const items = listed.map((line) =>
        line.startsWith('|')
          ? line
              .split('|')
              .map((cell) => cell.trim())
              .filter(Boolean)
              .join('; ')
          : line.slice(2),
      );
      return [
        ...(prose === '' ? [] : [{ tag: 'p', lines: [html(prose)] }]),
        ...(items.length === 0 ? [] : [{ tag: 'ul', lines: items.map((item) => `<li>${html(item)}</li>`) }]),
      ];
    });
}

/**
 * A Javadoc comment.
 * @param {string} text Markdown
 * @param {string} indent
 * @param {[string, string][]} tags such as `['@param id', 'which one']`; their text is Markdown of one paragraph
 */
export function javadoc(text, indent, tags = []) {
  const start = `${indent} * `;
  const body = blocks(text).flatMap(({ tag, lines }, index) => {
    if (tag === 'p')
      return [...(index === 0 ? [] : [start.trimEnd()]), ...wrap((index === 0 ? '' : '<p>') + lines[0], WIDTH, start)];
    return [
      start.trimEnd(),
      `${start}<ul>`,
      ...lines.flatMap((line) => wrap(line, WIDTH, `${start}  `, `${start}    `)),
      `${start}</ul>`,
    ];
  });
  const said = tags.flatMap(([tag, about]) =>
    wrap(`${tag} ${html(about.replaceAll(/\s+/g, ' ').trim())}`, WIDTH, start, `${start}    `),
  );
  const gap = body.length > 0 && said.length > 0 ? [start.trimEnd()] : [];
  const lines = [...body, ...gap, ...said];
  const [only = ''] = lines;
  if (lines.length === 1 && only.length + 3 <= WIDTH) return `${indent}/** ${only.slice(start.length)} */`;
  return [`${indent}/**`, ...lines, `${indent} */`].join('\n');
}

/**
 * A Java string literal.
 * @param {string} text
 */
export const literal = (text) => JSON.stringify(text);
