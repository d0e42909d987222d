import type { FieldError } from './schemas.js';
import { pointerSegment } from './text.js';

const STRING_OR_MARK = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;
const END_OF_KEY = /"\s*:/g;
/** Further in, bodies are refused anyway. */
const MAX_DEPTH = 10;

/** An object or array that is being read: the keys it has had, and where in it the text stands. */
interface Container {
  readonly keys: Set<string>;
  at: string | number;
}

/**
 * Finds the first key that an object in a JSON text has twice. JSON.parse takes the last one without a word; a reader that has
 * checked the body before us may have taken the first. `value` is what the valid text was parsed to; time is linear.
 */
export function findDuplicateKey(text: string, value: unknown): FieldError | null {
  // Without a backslash every quote before a colon ends a key: as many as there are members, and none was there twice.
  if (!text.includes('\\') && (text.match(END_OF_KEY)?.length ?? 0) === membersOf(value, 0)) return null;
  const open: Container[] = [];
  let lastString = '""';
  for (const [token] of text.matchAll(STRING_OR_MARK)) {
    const current = open.at(-1);
    if (token === '{') open.push({ keys: new Set(), at: '' });
    else if (token === '[') open.push({ keys: new Set(), at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') step(current);
    else if (token !== ':') lastString = token;
    else if (current !== undefined) {
      current.at = JSON.parse(lastString) as string;
      if (current.keys.has(current.at)) return duplicate(open);
      current.keys.add(current.at);
    }
    if (open.length > MAX_DEPTH) return null;
  }
  return null;
}

function step(container: Container | undefined): void {
  if (typeof container?.at === 'number') container.at += 1;
}

function membersOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return 0;
  const inner = Object.values(value);
  const own = Array.isArray(value) ? 0 : inner.length;
  return inner.reduce<number>((sum, member) => sum + membersOf(member, depth + 1), own);
}

function duplicate(open: readonly Container[]): FieldError {
  const pointer = open.map(({ at }) => `/${pointerSegment(String(at))}`).join('');
  return { pointer, code: 'duplicate', detail: 'must appear once' };
}
