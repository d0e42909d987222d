/** Numbers of Postgres as it writes them: nothing in them would need a quote. */
const DECIMAL = /^-?\d{1,19}$/;

/**
 * An array of whole numbers, ids or NULLs as the text of a Postgres array, to be passed in place of the array itself: the
 * driver would build the same text out of pieces, which is garbage for each element of each statement. Throws on anything
 * but safe integers and decimal numbers of up to 19 digits; text stays with the driver, who knows how to quote it.
 */
export function arrayLiteral(values: readonly (number | string | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: number | string | null): number | string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' ? Number.isSafeInteger(value) : DECIMAL.test(value)) return value;
  throw new TypeError('neither a whole number nor a decimal id');
}
