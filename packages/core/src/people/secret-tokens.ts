import { randomBytes } from 'node:crypto';
import type { Peppers } from '../platform/crypto/peppers.js';
import { cellCode } from '../platform/ids.js';

const RANDOM_BYTES = 32;

/** Random tokens of links and sessions. Only their HMACs are stored, so that a copy of the database opens nothing. */
export class SecretTokens {
  constructor(
    private readonly peppers: Peppers,
    private readonly cell: number,
    /** Tokens of another purpose are not valid here. */
    private readonly purpose: 'sign-in link' | 'console session' | 'recovery code' | 'provider sign-in',
  ) {}

  /** Returns a new token, 2 characters of the cell and 256 random bits, with its HMAC. */
  create(): { readonly token: string; readonly hash: Buffer } {
    const token = cellCode(this.cell) + randomBytes(RANDOM_BYTES).toString('base64url');
    return { token, hash: this.hash(token) };
  }

  /** The HMAC under which a token is stored, with the newest pepper. */
  hash(token: string): Buffer {
    return this.peppers.hash(this.named(token));
  }

  /** The HMACs under which a token may be stored. */
  hashes(token: string): readonly [Buffer, ...Buffer[]] {
    return this.peppers.hashes(this.named(token));
  }

  /** Whether `hash` is that of a token under one of the peppers. */
  proves(hash: Buffer, token: string): boolean {
    return this.peppers.proves(hash, this.named(token));
  }

  /** The name of the newest pepper. */
  get pepper(): string {
    return this.peppers.first.name;
  }

  private named(token: string): string {
    return `${this.purpose} ${token}`;
  }
}
