import { crc32 } from 'node:zlib';
import type { Peppers } from '../../platform/crypto/peppers.js';
import { base62, cellCode, randomBase62 } from '../../platform/ids.js';
import type { Mode } from '../environment.entity.js';

const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^sk_(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new API key: `sk_test_` or `sk_live_`, 2 base62 characters of the cell, 30 random ones, 6 of checksum. */
export function generateApiKey(mode: Mode, cell: number): string {
  const body = `sk_${mode}_${cellCode(cell)}${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/** Whether a text has the shape and checksum of a key, of any cell: an account that moved here keeps its keys. */
export function isWellFormedApiKey(text: string): boolean {
  const match = SHAPE.exec(text);
  return match?.[3] !== undefined && match[3] === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** The visible part of a key, by which people tell keys apart. */
function apiKeyPrefix(key: string): string {
  return key.slice(0, 'sk_test_'.length + 4);
}

/** CRC-32 in base62, padded to six characters: detects typing errors without a query. */
function checksum(text: string): string {
  return base62(crc32(text), CHECKSUM_LENGTH);
}

/** A new key: the secret, which is shown once, and the stored fields. */
interface MintedKey {
  readonly secret: string;
  readonly prefix: string;
  /** Its HMAC-SHA256 under the pepper with this name. */
  readonly hash: Buffer;
  readonly pepper: string;
}

/** Creates the API keys of this installation. */
export class ApiKeyMint {
  constructor(
    private readonly peppers: Peppers,
    private readonly cell: number,
  ) {}

  mint(mode: Mode): MintedKey {
    const secret = generateApiKey(mode, this.cell);
    const hash = this.peppers.hash(secret);
    return { secret, prefix: apiKeyPrefix(secret), hash, pepper: this.peppers.first.name };
  }
}
