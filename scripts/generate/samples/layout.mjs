// Formats code: a list stays on its line if it fits, otherwise it gets one item per line.

/** Fits next to an operation in a reference without scrolling. */
export const WIDTH = 80;

/**
 * Code, or code with a list: `items` are between the brackets at the end of `head` and the start of `tail`.
 * @typedef {string | { head: string, items: Code[], tail: string }} Code
 */

/**
 * @param {Code} code
 * @param {string} indent of the line that it begins on
 * @param {number} taken columns used by other code in that line
 * @returns {string}
 */
export function layOut(code, indent = '', taken = indent.length) {
  if (typeof code === 'string') return code;
  const line = flat(code);
  if (taken + line.length <= WIDTH || code.items.length === 0) return line;
  const inner = `${indent}    `;
  // A comma follows.
  const items = code.items.map((item) => `${inner}${layOut(item, inner, inner.length + 1)},\n`);
  return `${code.head}\n${items.join('')}${indent}${code.tail}`;
}

/** @param {Code} code */
function flat(code) {
  if (typeof code === 'string') return code;
  return `${code.head}${code.items.map(flat).join(', ')}${code.tail}`;
}

/**
 * The same code with a prefix.
 * @param {string} prefix
 * @param {Code} code
 * @returns {Code}
 */
export function prefixed(prefix, code) {
  return typeof code === 'string' ? prefix + code : { ...code, head: prefix + code.head };
}
