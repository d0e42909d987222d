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
  const digest = createHmac('sha256', bytes).update('svc:master-key-name').digest();
  return { bytes, name: digest.subarray(0, NAME_BYTES).toString('hex') };
}
