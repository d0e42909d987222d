import { validationFailed } from './errors/domain-error.js';

const MAX_KEYS = 50;
const MAX_BYTES = 16_384;

/** Merges a patch into metadata; throws `validation_failed` when the result is too large. */
export function patchedMetadata(
  metadata: Record<string, unknown>,
  patch: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  if (patch === undefined) return metadata;
  if (patch === null) return {};
  const merged = mergePatch(metadata, patch);
  if (Object.keys(merged).length > MAX_KEYS || Buffer.byteLength(JSON.stringify(merged)) > MAX_BYTES) {
    const detail = `must have at most ${MAX_KEYS} keys and ${MAX_BYTES} bytes once merged`;
    throw validationFailed('The merged metadata is too large.', { pointer: '/metadata', code: 'too_long', detail });
  }
  return merged;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Merges a patch into an object (RFC 7396): members are set, null removes, inner objects are merged. */
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
