import type { LookupAddress } from 'node:dns';
import { networkInterfaces } from 'node:os';

/** What a look-up of a host name found. */
export type NameAnswer =
  | { readonly kind: 'found'; readonly addresses: readonly LookupAddress[]; readonly ttlMs: number }
  /** The name does not exist, or has no address. */
  | { readonly kind: 'absent' }
  /** A server said that it cannot tell, or could not be asked. */
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'timed_out' };

/** How long one look-up may take, waiting for its turn included. */
export const LOOK_UP_MS = 2_000;

/** A look-up under way. */
export interface LookUp {
  /** Never rejects. Comes within {@link LOOK_UP_MS}. */
  readonly answer: Promise<NameAnswer>;
  /** When nothing of it is left to finish; never rejects. */
  readonly over: Promise<unknown>;
}

/** Something that resolves host names. */
export interface NameSource {
  /** The answer for names that need no look-up. */
  known(name: string): NameAnswer | undefined;
  ask(name: string): LookUp;
  close(): void;
}

/** A host name has no address that can be connected to. */
export class NameError extends Error {
  override readonly name = 'NameError';

  constructor(hostname: string, answer: Exclude<NameAnswer, { kind: 'found' }>) {
    super(textOf(hostname, answer));
  }
}

function textOf(hostname: string, answer: Exclude<NameAnswer, { kind: 'found' }>): string {
  switch (answer.kind) {
    case 'absent':
      return `${hostname} does not resolve`;
    case 'failed':
      return `${hostname} does not resolve (${answer.code})`;
    case 'timed_out':
      return `no name server answered for ${hostname} within ${LOOK_UP_MS / 1_000} s`;
  }
}

/**
 * Both families in turn, so that the first few lead somewhere even when this machine has only one of them. IPv6 comes first
 * where the machine has a global address of its own.
 */
export function inOrder(addresses: readonly LookupAddress[], ipv6First = hasGlobalIpv6()): LookupAddress[] {
  const ofFirst = addresses.filter(({ family }) => (family === 6) === ipv6First);
  const ofOther = addresses.filter(({ family }) => (family === 6) !== ipv6First);
  const length = Math.max(ofFirst.length, ofOther.length);
  return Array.from({ length }, (_, index) => [ofFirst[index], ofOther[index]])
    .flat()
    .filter((address) => address !== undefined);
}

/** Global unicast addresses begin with 2 or 3. */
function hasGlobalIpv6(): boolean {
  const all = Object.values(networkInterfaces()).flat();
  return all.some((each) => each !== undefined && !each.internal && /^[23][0-9a-f]{3}:/i.test(each.address));
}
