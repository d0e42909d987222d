import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WorkRef } from './queues/work-ref.js';

const PROOF_BYTES = 16;

/** Tokens for the addresses of pages that customers open. A token names one object and cannot be guessed. */
export class SignedRefs {
  /** Tokens of another purpose are not valid here. */
  constructor(
    private readonly pepper: Buffer,
    private readonly purpose: 'sandbox action' | 'checkout page' | 'return',
  ) {}

  /** Returns `<environment>-<id>-<proof>`. */
  sign({ environmentId, id }: WorkRef): string {
    const name = `${environmentId}-${id}`;
    return `${name}-${this.proof(name).toString('base64url')}`;
  }

  /** Returns undefined unless `sign` made the token. */
  read(token: string): WorkRef | undefined {
    const [, environment, id, proof] = /^(\d{1,10})-(\d{1,19})-([\w-]{22})$/.exec(token) ?? [];
    if (environment === undefined || id === undefined || proof === undefined) return undefined;
    const given = Buffer.from(proof, 'base64url');
    const expected = this.proof(`${environment}-${id}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return { environmentId: Number(environment), id };
  }

  private proof(name: string): Buffer {
    return createHmac('sha256', this.pepper).update(`${this.purpose} ${name}`).digest().subarray(0, PROOF_BYTES);
  }
}
