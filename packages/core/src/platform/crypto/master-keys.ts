import { createHmac } from 'node:crypto';

const NAME_BYTES = 8;

/** A key that data keys are wrapped under, and the name by which what it has wrapped is known: it tells nothing of the key. */
export interface MasterKey {
  readonly bytes: Buffer;
  readonly name: string;
}

/** All that this process can open: the first key wraps, the others are there for what has been wrapped before. */
export class MasterKeys {
  readonly first: MasterKey;
  readonly all: readonly MasterKey[];

  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    const [first, ...others] = keys;
    this.first = named(first);
    this.all = [this.first, ...others.map(named)];
  }

  /** Their names, the first one first. */
  get names(): readonly string[] {
    return this.all.map(({ name }) => name);
  }
}

function named(bytes: Buffer): MasterKey {
  const digest = createHmac('sha256', bytes).update('svc:master-key-name').digest();
  return { bytes, name: digest.subarray(0, NAME_BYTES).toString('hex') };
}
