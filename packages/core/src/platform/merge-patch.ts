type JsonObject = Readonly<Record<string, unknown>>;

/** Merges a patch into an object as RFC 7396 says: members are set, null removes, inner objects are merged alike. */
export function mergePatch(target: JsonObject, patch: JsonObject): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = isObject(value) ? mergePatch(isObject(merged[key]) ? merged[key] : {}, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
