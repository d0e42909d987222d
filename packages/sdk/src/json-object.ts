/** Whether a value from JSON is an object: not null, and not a list. */
export function isJsonObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
