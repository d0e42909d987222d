import { createHmac } from 'node:crypto';

const NAME_BYTES = 8;

/** A key that wraps data keys. Its name identifies it in wrapped data keys, and reveals nothing about the key. */
export interface MasterKey {
  readonly bytes: Buffer;
  readonly name: string;
}

/** The master keys of this process: the first one wraps, the others unwrap older data keys. */
export class MasterKeys {
  readonly first: MasterKey;
  readonly all: readonly MasterKey[];

  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    const [first, ...others] = keys;
    this.first = named(first);
    this.all = [this.first, ...others.map(named)];
  }

  get names(): readonly string[] {
    return this.all.map(({ name }) => name);
  }
}

function named(bytes: Buffer): MasterKey {
  return { bytes, name: keyName(bytes, 'svc:master-key-name') };
}

/** A name of a key in hexadecimal digits, for one purpose. */
export function keyName(bytes: Buffer, purpose: string): string {
  return createHmac('sha256', bytes).update(purpose).digest().subarray(0, NAME_BYTES).toString('hex');
}
