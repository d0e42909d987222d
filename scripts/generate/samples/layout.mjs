// Laying out code: what fits stays on its line, anything else goes one item a line.

const WIDTH = 88;

/**
 * Code, or code with a list in it: `head`, `items` between the brackets that end `head` and begin `tail`.
 * @typedef {string | { head: string, items: Code[], tail: string }} Code
 */

/**
 * @param {Code} code
 * @param {string} indent of the line that it begins on
 * @param {number} taken columns that other code takes of that line
 * @returns {string}
 */
export function layOut(code, indent = '', taken = indent.length) {
  if (typeof code === 'string') return code;
  const line = flat(code);
  if (taken + line.length <= WIDTH || code.items.length === 0) return line;
  const inner = `${indent}    `;
  // The comma behind it takes a column.
  const items = code.items.map((item) => `${inner}${layOut(item, inner, inner.length + 1)},\n`);
  return `${code.head}\n${items.join('')}${indent}${code.tail}`;
}

/** @param {Code} code */
function flat(code) {
  if (typeof code === 'string') return code;
  return `${code.head}${code.items.map(flat).join(', ')}${code.tail}`;
}

/**
 * The same code with something in front of it.
 * @param {string} prefix
 * @param {Code} code
 * @returns {Code}
 */
export function prefixed(prefix, code) {
  return typeof code === 'string' ? prefix + code : { ...code, head: prefix + code.head };
}
