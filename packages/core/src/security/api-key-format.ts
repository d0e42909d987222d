import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from './environment.entity.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^sk_(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new secret API key: `sk_test_` or `sk_live_`, 32 random base62 characters, 6 of checksum. */
export function generateApiKey(mode: Mode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const body = `sk_${mode}_${random}`;
  return body + checksum(body);
}

/** Whether the text has the shape and the checksum of a key; says nothing of whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  const match = SHAPE.exec(text);
  return match?.[3] !== undefined && match[3] === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** What is stored of a key and looked up by: its HMAC-SHA256 under the server's pepper. */
export function hashApiKey(key: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key, 'utf8').digest();
}

/** The part of a key that may be shown, by which people tell keys apart. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, 'sk_test_'.length + 4);
}

/** CRC-32 in base62, padded to six characters: finds typing errors without asking the database. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}
