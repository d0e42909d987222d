/**
 * Wraps text into lines.
 * @param {string} text
 * @param {number} width
 * @param {string} indent what the first line has in front
 * @param {string} hanging what the others have in front
 */
export function wrap(text, width, indent, hanging = indent) {
  const [first = '', ...words] = text.trimStart().split(/\s+/);
  const lines = [];
  let line = indent + first;
  for (const word of words) {
    if (`${line} ${word}`.length > width) {
      lines.push(line);
      line = hanging + word;
    } else line += ` ${word}`;
  }
  return [...lines, line];
}
