/** Code that a literal contains verbatim. */
export class Code {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Formats a value as a TypeScript literal.
 * @param {string} indent
 * @returns {string}
 */
export function literal(value, indent = '') {
  if (value instanceof Code) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => {
    const name = IDENTIFIER.test(key) ? key : JSON.stringify(key);
    return `${inner}${name}: ${literal(item, inner)},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}
