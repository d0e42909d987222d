import type { FieldError } from './schemas.js';
import { pointerSegment } from './text.js';

// Fast path: up to 15 digits without an exponent always survive JSON.parse.
const SUSPICIOUS = /[\d.]{16}|\d[eE]/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;
const STRING_OR_MARK = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;
/** Deeper bodies are refused anyway. */
const MAX_DEPTH = 10;

/**
 * Finds the first number in a JSON text that JSON.parse would change because a 64-bit float cannot hold it: `1e400`,
 * `12345678901234567890`. Notation does not matter: 1.0, 1e3 and -0 are fine. The text must be valid JSON; linear time.
 */
export function findLossyNumber(text: string): FieldError | null {
  if (!SUSPICIOUS.test(text)) return null;
  for (const { 0: token, index } of text.matchAll(STRING_OR_NUMBER)) {
    if (token.startsWith('"') || !SUSPICIOUS.test(token) || survives(token)) continue;
    const pointer = pointerAt(text, index);
    if (pointer === null) return null;
    return { pointer, code: 'out_of_range', detail: 'must be a number that fits a 64-bit float' };
  }
  return null;
}

function survives(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && canonical(literal) === canonical(String(value));
}

/** A normal form for literals of equal value: the digits without surrounding zeros, and the exponent. */
function canonical(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + (digits.length - end)}`;
}

/** The JSON Pointer of the value at this offset; null beyond the depth limit. */
function pointerAt(text: string, place: number): string | null {
  const path: (string | number)[] = [];
  let lastString = '""';
  for (const { 0: token, index } of text.matchAll(STRING_OR_MARK)) {
    if (index >= place) break;
    const position = path.length - 1;
    const current = path[position];
    if (token === '{') path.push('');
    else if (token === '[') path.push(0);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ':') path[position] = JSON.parse(lastString) as string;
    else if (token !== ',') lastString = token;
    else if (typeof current === 'number') path[position] = current + 1;
    if (path.length > MAX_DEPTH) return null;
  }
  return path.map((step) => `/${pointerSegment(String(step))}`).join('');
}

const END_OF_KEY = /"\s*:/g;

/** An open object or array: its keys so far, and the current key or index. */
interface Container {
  readonly keys: Set<string>;
  at: string | number;
}

/**
 * Finds the first duplicate key of an object in a JSON text. JSON.parse silently uses the last one, but a proxy that
 * checked the body may have used the first. `value` is the parsed text, which must be valid JSON; linear time.
 */
export function findDuplicateKey(text: string, value: unknown): FieldError | null {
  // Fast path without escapes: as many keys in the text as members in the value means that none is duplicate.
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
