import { isIP } from 'node:net';
import type { Names } from '../dns/host-names.js';
import { NameError } from '../dns/name-answer.js';
import type { AddressPolicy } from './address-policy.js';

export type OutgoingUrlCheck =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly code: 'invalid_format' | 'forbidden_url'; readonly detail: string };

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const LOOPBACK_NAME = /^(?:.*\.)?localhost$|^localhost\.localdomain$|^ip6-(?:localhost|loopback)$/;

/**
 * Checks the URL of an endpoint before it is stored, and returns it as written. This early check only helps the client: every
 * connection checks the addresses again. A name that does not resolve now (within 2 s) is accepted.
 */
export async function checkOutgoingUrl(
  raw: string,
  policy: AddressPolicy,
  names: Names,
  accountId: string,
): Promise<OutgoingUrlCheck> {
  const url = parse(raw);
  if (url === null) return refuse('invalid_format', 'must be an absolute URL, such as https://shop.example.com/svc');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowInsecure)) {
    return refuse('forbidden_url', 'must begin with https://');
  }
  if (authorityOf(raw).includes('@')) return refuse('forbidden_url', 'must not contain a user name or password');
  if (raw.includes('#')) return refuse('forbidden_url', 'must not contain a fragment');

  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return judge([host], raw, policy, 'must not point to a non-public address');
  if (!HOST_NAME.test(host)) return refuse('invalid_format', 'must contain a valid host name');
  if (LOOPBACK_NAME.test(host) && !policy.allowInsecure) {
    return refuse('forbidden_url', 'must not point to a non-public address');
  }
  // The detail does not name the address, which would reveal the service's network.
  return judge(
    await addressesOf(url.hostname, names, accountId),
    raw,
    policy,
    'must not resolve to a non-public address',
  );
}

/** WHATWG parsing accepts blanks, backslashes and missing slashes; a stored URL must be unambiguous. */
function parse(raw: string): URL | null {
  if (/[\s\u0000-\u001f\u007f-\u009f\\]/.test(raw) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(raw)) return null;
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  return url.port === '0' ? null : url;
}

function authorityOf(raw: string): string {
  return /^[^:]+:\/\/([^/?#]*)/.exec(raw)?.[1] ?? '';
}

function judge(addresses: readonly string[], raw: string, policy: AddressPolicy, detail: string): OutgoingUrlCheck {
  const allowed = addresses.every((address) => policy.decide(address).allowed);
  return allowed ? { ok: true, url: raw } : refuse('forbidden_url', detail);
}

function refuse(code: 'invalid_format' | 'forbidden_url', detail: string): OutgoingUrlCheck {
  return { ok: false, code, detail };
}

/** Empty for a name that does not resolve now. */
async function addressesOf(host: string, names: Names, accountId: string): Promise<readonly string[]> {
  try {
    return (await names.addressesOf(host, { accountId })).map(({ address }) => address);
  } catch (error) {
    if (error instanceof NameError) return [];
    throw error;
  }
}
