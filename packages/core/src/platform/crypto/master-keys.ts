import { createHmac } from 'node:crypto';

const NAME_BYTES = 8;

/** A secret key. Its name identifies it in what is stored, and reveals nothing about the key. */
export interface NamedKey {
  readonly bytes: Buffer;
  readonly name: string;
}

/** Keys of a process for one purpose: the first one is used for what is new, all of them for what is stored. */
export class NamedKeys {
  readonly first: NamedKey;
  readonly all: readonly NamedKey[];

  constructor([first, ...others]: readonly [Buffer, ...Buffer[]], purpose: string) {
    const named = (bytes: Buffer): NamedKey => ({ bytes, name: keyName(bytes, purpose) });
    this.first = named(first);
    this.all = [this.first, ...others.map(named)];
  }

  get names(): readonly string[] {
    return this.all.map(({ name }) => name);
  }
}

/** A name of a key in hexadecimal digits, for one purpose. */
function keyName(bytes: Buffer, purpose: string): string {
  return createHmac('sha256', bytes).update(purpose).digest().subarray(0, NAME_BYTES).toString('hex');
}

/** The keys that wrap data keys: the first one wraps, the others unwrap older data keys. */
export class MasterKeys extends NamedKeys {
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    super(keys, 'svc:master-key-name');
  }
}
