import { z } from 'zod';
import { readFileSync } from 'node:fs';
import { MasterKeys } from '../crypto/master-keys.js';
import { Peppers } from '../crypto/peppers.js';
import { parseNameServer } from '../dns/resolv-conf.js';
import { mappedNetwork, parseNetwork } from '../networks.js';
import { certificatesIn } from '../tls/certificates.js';
import { parseProxy } from '../tls/proxy-tunnel.js';

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The maximum of timers and of Postgres integers: a little under 25 days. */
const MAX_MS = 2 ** 31 - 1;

/** Parses a duration such as `250ms`, `30s`, `15m`, `2h` or `5d` to milliseconds. Throws on anything else. */
export function parseDuration(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim());
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]];
  if (match?.[1] === undefined || unit === undefined) {
    throw new Error('expected a number followed by ms, s, m, h or d');
  }
  const milliseconds = Number(match[1]) * unit;
  if (milliseconds > MAX_MS) throw new Error('expected at most 596h');
  return milliseconds;
}

/** The names of all keys are part of the connection's application_name, which has no room for more. */
const MAX_KEYS = 3;

export const flag = z
  .enum(['true', 'false', 'on', 'off', '1', '0'])
  .transform((value) => value === 'true' || value === 'on' || value === '1');

const read = <Value>(parse: (text: string) => Value) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

export const duration = read(parseDuration);
export const durations = read((text) => text.split(',').map(parseDuration));
/** For what cannot be turned off: 0 would not mean "without a limit". */
export const positiveDuration = duration.refine((milliseconds) => milliseconds > 0, 'expected more than 0');

/** Keys of 32 bytes each. What is new uses the first one. */
const keyList = <
  Keys extends { readonly all: readonly { readonly bytes: Buffer }[]; readonly names: readonly string[] },
>(
  from: (keys: readonly [Buffer, ...Buffer[]]) => Keys,
) =>
  z.string().transform((text, context) => {
    const [first = Buffer.alloc(0), ...others] = text.split(',').map((key) => Buffer.from(key, 'base64'));
    const keys = from([first, ...others]);
    const isSound = keys.all.every(({ bytes }) => bytes.length === 32) && new Set(keys.names).size === keys.all.length;
    if (isSound && keys.all.length <= MAX_KEYS) return keys;
    const message = `expected 32 bytes in base64, or up to ${MAX_KEYS} different ones, comma-separated`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export const masterKeys = keyList((keys) => new MasterKeys(keys));
export const peppers = keyList((keys) => new Peppers(keys));

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

export const networks = list.transform((cidrs, context) => {
  try {
    if (cidrs.map(parseNetwork).some((network) => mappedNetwork(network) !== undefined))
      throw new Error('an IPv4-mapped network');
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'expected networks in CIDR notation, such as 10.1.0.0/16 or 2001:db8::/32',
    });
  }
  return cidrs;
});

export const callbackKeys = list.transform((secrets, context) => {
  const keys = secrets.map((secret) => Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64'));
  if (keys.every((key) => key.length >= 24)) return keys;
  context.addIssue({ code: 'custom', message: 'expected whsec_ and at least 24 bytes in base64' });
  return z.NEVER;
});

export const certificates = z.string().transform((file, context) => {
  try {
    return certificatesIn(readFileSync(file, 'utf8'));
  } catch {
    context.addIssue({ code: 'custom', message: 'expected a PEM file with certificates' });
    return z.NEVER;
  }
});

export const proxyAddress = z.string().transform((text, context) => {
  const proxy = parseProxy(text);
  if (proxy !== undefined) return proxy;
  context.addIssue({ code: 'custom', message: 'expected http(s)://host:port, or http(s)://user:password@host:port' });
  return z.NEVER;
});

const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether nobody on the way can read or forge messages to the URL. */
export function isProtectedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isPrivate = url.protocol === 'https:' || (url.protocol === 'http:' && OWN_MACHINE.has(url.hostname));
  return isPrivate && isPlain(url);
}

/** Whether paths can be appended to the URL, and it can be shown: it has no credentials, query or fragment. */
function isPlain({ username, password, search, hash }: URL): boolean {
  return username + password + search + hash === '';
}

const hasWebScheme = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** `host:port` without a scheme is a URL too, with the scheme `host`. */
export const webUrl = z.string().refine(hasWebScheme, 'expected http:// or https:// and a host');

export const webBaseUrl = z
  .string()
  .refine(
    (text) => hasWebScheme(text) && isPlain(new URL(text)),
    'expected http:// or https:// and a host, without credentials, query or fragment',
  );

/** Whether pg can read the text, which takes anything else for the path of a URL: a URL, or the folder of a socket. */
function isPostgresUrl(text: string): boolean {
  if (text.startsWith('/')) return true;
  const isUrl = [text, text.replace('@/', '@localhost/')].some((each) => URL.canParse(each));
  return isUrl && /^(?:postgres(?:ql)?:\/\/|socket:)/i.test(text);
}

export const postgresUrl = z
  .string()
  .refine(isPostgresUrl, 'expected a URL that begins with postgres://, with # and / in the password as %23 and %2F');

export const count = (minimum: number, maximum: number) => {
  const error = `expected a whole number from ${minimum} to ${maximum}`;
  const isWithin = (value: number): boolean => value >= minimum && value <= maximum;
  return z.string().regex(/^\d+$/, { error }).transform(Number).refine(isWithin, { error });
};

export const nameServers = list.transform((servers, context) => {
  try {
    return servers.map(parseNameServer);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
