import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NamedKey, NamedKeys } from './master-keys.js';

const HMAC_BYTES = 32;

/** The keys of the HMACs under which tokens are stored: what is new is hashed with the first one, and what is stored is found under all. */
export class Peppers extends NamedKeys {
  constructor(peppers: readonly [Buffer, ...Buffer[]]) {
    super(peppers, 'svc:pepper-name');
  }

  /** The HMAC-SHA256 of a text under the first pepper. */
  hash(text: string): Buffer {
    return hmac(this.first, text);
  }

  /** The HMACs of a text under all peppers, in their order. */
  hashes(text: string): readonly [Buffer, ...Buffer[]] {
    const [, ...others] = this.all;
    return [this.hash(text), ...others.map((pepper) => hmac(pepper, text))];
  }

  /** Whether `proof` is the first `bytes` of the HMAC of a text under one of the peppers. */
  proves(proof: Buffer, text: string, bytes = HMAC_BYTES): boolean {
    const expected = this.hashes(text).map((hash) => hash.subarray(0, bytes));
    return expected.some((each) => each.length === proof.length && timingSafeEqual(each, proof));
  }
}

function hmac({ bytes }: NamedKey, text: string): Buffer {
  return createHmac('sha256', bytes).update(text, 'utf8').digest();
}
