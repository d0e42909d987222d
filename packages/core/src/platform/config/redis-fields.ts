import { z } from 'zod';
import { list } from './config-fields.js';

const SENTINEL_PORT = 26_379;

/** Whether Redis can be reached by the text, which ioredis does not check. */
export function isRedisUrl(text: string): boolean {
  return /^rediss?:\/\//.test(text) && URL.canParse(text);
}

const redisUrl = z
  .string()
  .min(1)
  .refine((text) => text === '' || isRedisUrl(text), 'expected redis://:password@host:port, or rediss:// for TLS');

/** The address of a Sentinel, as ioredis takes it. */
export interface SentinelAddress {
  readonly host: string;
  readonly port: number;
}

const sentinels = list.transform((addresses, context) => {
  try {
    return addresses.map(parseSentinel);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

function parseSentinel(text: string): SentinelAddress {
  const [, bracketed, plain, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits ?? SENTINEL_PORT);
  if (host !== undefined && port > 0 && port < 65_536) return { host, port };
  throw new Error('expected host:port of each Sentinel, such as sentinel-1.internal:26379 or [2001:db8::2]:26379');
}

/** The settings of Redis. */
export const redisFields = {
  REDIS_URL: redisUrl.describe(
    'Redis 6.2 or later, or Valkey, with maxmemory-policy noeviction. Stores ids of due work and counts of rate limits.',
  ),
  REDIS_SENTINELS: sentinels
    .prefault('')
    .describe(
      'Sentinels that know the primary, as host:port, comma-separated. REDIS_URL then gives only user, password, database and ' +
        'TLS; its host is not used.',
    ),
  REDIS_SENTINEL_NAME: z
    .string()
    .min(1)
    .default('mymaster')
    .describe('Name of the primary at the Sentinels, as in `sentinel monitor <name> …`.'),
  REDIS_SENTINEL_PASSWORD: z.string().optional().describe('Password of the Sentinels themselves.'),
};
