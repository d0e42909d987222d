import { createHmac, randomBytes } from 'node:crypto';
import { cellCode } from '../platform/ids.js';

const RANDOM_BYTES = 32;

/** Random tokens of links and sessions. Only their HMACs are stored, so that a copy of the database opens nothing. */
export class SecretTokens {
  constructor(
    private readonly pepper: Buffer,
    private readonly cell: number,
    /** Tokens of another purpose are not valid here. */
    private readonly purpose: 'sign-in link' | 'console session' | 'recovery code' | 'provider sign-in',
  ) {}

  /** Returns a new token, 2 characters of the cell and 256 random bits, with its HMAC. */
  create(): { readonly token: string; readonly hash: Buffer } {
    const token = cellCode(this.cell) + randomBytes(RANDOM_BYTES).toString('base64url');
    return { token, hash: this.hash(token) };
  }

  hash(token: string): Buffer {
    return createHmac('sha256', this.pepper).update(`${this.purpose} ${token}`, 'utf8').digest();
  }
}
