import type { LookupAddress } from 'node:dns';
import { networkInterfaces } from 'node:os';

export type NameAnswer =
  | { readonly kind: 'found'; readonly addresses: readonly LookupAddress[]; readonly ttlMs: number }
  /** The name does not exist, or has no address. */
  | { readonly kind: 'absent' }
  /** A server reported a failure, or could not be queried. */
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'timed_out' };

/** The timeout of a look-up, including its wait in the queue. */
export const LOOK_UP_MS = 2_000;

export interface LookUp {
  /** Never rejects; resolves within {@link LOOK_UP_MS}. */
  readonly answer: Promise<NameAnswer>;
  /** Resolves when all resources of the look-up are free; never rejects. */
  readonly over: Promise<unknown>;
}

export interface NameSource {
  /** The answer for names that need no look-up. */
  known(name: string): NameAnswer | undefined;
  ask(name: string): LookUp;
  close(): void;
}

/** A host name has no address to connect to. */
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

/** Alternates the families: this machine may have only one. IPv6 comes first if it has a global IPv6 address. */
export function inOrder(addresses: readonly LookupAddress[], ipv6First = hasGlobalIpv6()): LookupAddress[] {
  const ofFirst = addresses.filter(({ family }) => (family === 6) === ipv6First);
  const ofOther = addresses.filter(({ family }) => (family === 6) !== ipv6First);
  const length = Math.max(ofFirst.length, ofOther.length);
  return Array.from({ length }, (_, index) => [ofFirst[index], ofOther[index]])
    .flat()
    .filter((address) => address !== undefined);
}

/** Global unicast addresses start with 2 or 3. */
function hasGlobalIpv6(): boolean {
  const all = Object.values(networkInterfaces()).flat();
  return all.some((each) => each !== undefined && !each.internal && /^[23][0-9a-f]{3}:/i.test(each.address));
}
