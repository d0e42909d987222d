import type { Peppers } from './crypto/peppers.js';
import type { WorkRef } from './queues/work-ref.js';

const PROOF_BYTES = 16;

/** Tokens for the addresses of pages that customers open. A token names one object and cannot be guessed. */
export class SignedRefs {
  /** Tokens of another purpose are not valid here. */
  constructor(
    private readonly peppers: Peppers,
    private readonly purpose: 'sandbox action' | 'checkout page' | 'return',
  ) {}

  /** Returns `<environment>-<id>-<proof>`. */
  sign({ environmentId, id }: WorkRef): string {
    const name = `${environmentId}-${id}`;
    const proof = this.peppers.hash(`${this.purpose} ${name}`).subarray(0, PROOF_BYTES);
    return `${name}-${proof.toString('base64url')}`;
  }

  /** Returns undefined unless `sign` made the token. */
  read(token: string): WorkRef | undefined {
    const [, environment, id, proof] = /^(\d{1,10})-(\d{1,19})-([\w-]{22})$/.exec(token) ?? [];
    if (environment === undefined || id === undefined || proof === undefined) return undefined;
    const named = `${this.purpose} ${environment}-${id}`;
    if (!this.peppers.proves(Buffer.from(proof, 'base64url'), named, PROOF_BYTES)) return undefined;
    return { environmentId: Number(environment), id };
  }
}
