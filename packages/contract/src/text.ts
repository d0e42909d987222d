import type { FieldError } from './schemas.js';

const MAX_DEPTH = 10;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Finds the first thing in a parsed body that no field may contain, whatever its schema: nesting beyond ten levels, NUL
 * or half a surrogate pair in a string or key, a `__proto__` key, infinity. (findLossyNumber finds other lossy
 * numbers.) It stops at the depth limit, so later code may recurse.
 */
export function checkText(body: unknown, pointer = '', depth = 1): FieldError | null {
  if (typeof body === 'string') {
    return isCleanText(body) ? null : invalidText(pointer, 'must not contain NUL or half a surrogate pair');
  }
  if (typeof body === 'number') {
    if (Number.isFinite(body)) return null;
    return { pointer, code: 'out_of_range', detail: 'must be a number that fits a 64-bit float' };
  }
  if (typeof body !== 'object' || body === null) return null;
  if (depth > MAX_DEPTH) return { pointer, code: 'too_deep', detail: `must not nest deeper than ${MAX_DEPTH} levels` };

  for (const [key, value] of Object.entries(body)) {
    if (!isCleanText(key)) return invalidText(pointer, 'must not have a key with NUL or half a surrogate pair');
    const inner = `${pointer}/${pointerSegment(key)}`;
    if (key === '__proto__') return invalidText(inner, 'must not be used as a key');
    const error = checkText(value, inner, depth + 1);
    if (error) return error;
  }
  return null;
}

/** Escapes a key as a segment of a JSON Pointer (RFC 6901). */
export function pointerSegment(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Unescapes a segment of a JSON Pointer. */
export function pointerKey(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function isCleanText(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

function invalidText(pointer: string, detail: string): FieldError {
  return { pointer, code: 'invalid_text', detail };
}
