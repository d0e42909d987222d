import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.js';

/** All addresses of a host name, as the system resolves it. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export type EndpointUrlCheck =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly code: 'invalid_format' | 'forbidden_url'; readonly detail: string };

const RESOLVE_TIMEOUT = 2_000;
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const LOOPBACK_NAME = /^(?:.*\.)?localhost$|^localhost\.localdomain$|^ip6-(?:localhost|loopback)$/;

/**
 * Whether deliveries may be registered for this address. It is a first look, for the client's sake: what a name resolves
 * to can change, so the connect decides anew each time, and a name that does not resolve now (within 2 s) is accepted.
 * The URL comes back as it was written.
 */
export async function checkEndpointUrl(
  raw: string,
  policy: AddressPolicy,
  resolve: Resolve = resolveBySystem,
): Promise<EndpointUrlCheck> {
  const url = parse(raw);
  if (url === null)
    return refuse('invalid_format', 'must be an absolute URL, such as https://shop.example.com/webhooks');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowInsecure)) {
    return refuse('forbidden_url', 'must begin with https://');
  }
  if (authorityOf(raw).includes('@')) return refuse('forbidden_url', 'must not hold a user name or password');
  if (raw.includes('#')) return refuse('forbidden_url', 'must not hold a fragment');

  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return judge([host], raw, policy, 'must not lead to an address that is not public');
  if (!HOST_NAME.test(host)) return refuse('invalid_format', 'must hold a valid host name');
  if (LOOPBACK_NAME.test(host) && !policy.allowInsecure) {
    return refuse('forbidden_url', 'must not lead to an address that is not public');
  }
  // Which address it was is not said: it would tell a client about the network that the service runs in.
  return judge(await addressesOf(host, resolve), raw, policy, 'must not resolve to an address that is not public');
}

/** WHATWG parsing forgives much (blanks, backslashes, missing slashes); what is registered must mean one thing. */
function parse(raw: string): URL | null {
  if (/[\s\u0000-\u001f\u007f-\u009f\\]/.test(raw) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(raw)) return null;
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  return url.port === '0' ? null : url;
}

function authorityOf(raw: string): string {
  return /^[^:]+:\/\/([^/?#]*)/.exec(raw)?.[1] ?? '';
}

function judge(addresses: readonly string[], raw: string, policy: AddressPolicy, detail: string): EndpointUrlCheck {
  const allowed = addresses.every((address) => policy.decide(address).allowed);
  return allowed ? { ok: true, url: raw } : refuse('forbidden_url', detail);
}

function refuse(code: 'invalid_format' | 'forbidden_url', detail: string): EndpointUrlCheck {
  return { ok: false, code, detail };
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((settle) => {
    timer = setTimeout(settle, RESOLVE_TIMEOUT, []);
  });
  try {
    return await Promise.race([resolve(host).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** getaddrinfo rather than DNS alone, so that /etc/hosts counts here as it will at the connect. */
async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}
