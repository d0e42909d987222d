/** Whether a value from JSON is an object: not null, and not a list. */
export function isJsonObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a value is a function, a symbol, a Map, a Set, a promise or the like. It has no fields: it would be sent as an empty
 * object, or not at all.
 */
export function hasNoFields(value: unknown): boolean {
  if (['function', 'symbol'].includes(typeof value)) return true;
  if (!isJsonObject(value)) return false;
  const { then } = value as { then?: unknown };
  return Symbol.iterator in value || typeof then === 'function';
}
