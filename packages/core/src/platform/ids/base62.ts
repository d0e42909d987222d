const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = ALPHABET.length;

/** A natural number in base 62, with leading zeros up to a length. */
export function base62(number: number, length: number): string {
  let rest = number;
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET.charAt(rest % BASE) + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits.padStart(length, '0');
}

/** One digit for each random number below 62 that `below` draws. */
export function randomBase62(length: number, below: (limit: number) => number): string {
  return Array.from({ length }, () => ALPHABET.charAt(below(BASE))).join('');
}
