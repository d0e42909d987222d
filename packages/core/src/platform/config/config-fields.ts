import { z } from 'zod';
import { MasterKeys } from '../crypto/master-keys.js';
import { parseNameServer } from '../dns/name-servers.js';
import { parseNetwork } from '../networks.js';
import { parseProxy } from '../tls/proxy-tunnel.js';
import { parseDuration } from './durations.js';
import { readCertificates } from './pem-file.js';

/** Their names stand in the name of a connection, which holds no more. */
const MOST_MASTER_KEYS = 3;

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

export const key32 = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 32) return bytes;
  context.addIssue({ code: 'custom', message: 'expected 32 bytes in base64' });
  return z.NEVER;
});

export const masterKeys = z.string().transform((text, context) => {
  const [first, ...others] = text.split(',').map((key) => Buffer.from(key, 'base64'));
  const keys = first === undefined ? undefined : new MasterKeys([first, ...others]);
  const sound =
    keys?.all.every(({ bytes }) => bytes.length === 32) === true && new Set(keys.names).size === keys.all.length;
  if (keys !== undefined && sound && keys.all.length <= MOST_MASTER_KEYS) return keys;
  const message = `expected 32 bytes in base64, or up to ${MOST_MASTER_KEYS} different ones, comma-separated`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

export const networks = list.transform((cidrs, context) => {
  try {
    cidrs.forEach(parseNetwork);
  } catch {
    context.addIssue({ code: 'custom', message: 'expected networks in CIDR notation, such as 10.1.0.0/16' });
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
    return readCertificates(file);
  } catch {
    context.addIssue({ code: 'custom', message: 'expected a file that holds certificates in PEM' });
    return z.NEVER;
  }
});

export const proxyAddress = z.string().transform((text, context) => {
  const proxy = parseProxy(text);
  if (proxy !== undefined) return proxy;
  context.addIssue({ code: 'custom', message: 'expected http(s)://host:port, or http(s)://user:password@host:port' });
  return z.NEVER;
});

export const count = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

export const nameServers = list.transform((servers, context) => {
  try {
    return servers.map(parseNameServer);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
