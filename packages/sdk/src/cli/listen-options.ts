import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Svc } from '../client.js';
import { UsageError } from './usage.js';

/** The options of `svc listen`. */
export interface ListenOptions {
  readonly apiKey: string;
  readonly apiBase: string;
  /** Undefined if events are only shown. */
  readonly forwardTo: URL | undefined;
  /** Empty for all types. */
  readonly events: readonly string[];
  readonly since: string | undefined;
  readonly secret: string;
  /** Whether the user has chosen the secret. It is not printed then. */
  readonly isOwnSecret: boolean;
  readonly concurrency: number;
  readonly skipVerify: boolean;
  readonly json: boolean;
}

const DEFAULT_API_BASE = 'http://127.0.0.1:3000';
const MAX_CONCURRENT = 16;

/**
 * Reads the options of the command from its arguments and the environment.
 * @throws UsageError that names the invalid option, but never contains a key or a secret.
 */
export function listenOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ListenOptions {
  const given = read(args);
  return {
    apiKey: testKey(given['api-key'] ?? env['SVC_API_KEY']),
    apiBase: serviceAddress(given['api-base'] ?? (env['SVC_API_BASE'] || DEFAULT_API_BASE)),
    forwardTo: given['forward-to'] === undefined ? undefined : handlerAddress(given['forward-to']),
    events: kinds(given.events),
    since: place(given.since),
    secret: secretOr(given.secret, () => `whsec_${randomBytes(32).toString('base64')}`),
    isOwnSecret: given.secret !== undefined,
    concurrency: concurrency(given.concurrency ?? '1'),
    skipVerify: given['skip-verify'] ?? false,
    json: given.json ?? false,
  };
}

function read(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        'api-key': { type: 'string' },
        'api-base': { type: 'string' },
        'forward-to': { type: 'string' },
        events: { type: 'string' },
        since: { type: 'string' },
        secret: { type: 'string' },
        concurrency: { type: 'string' },
        'skip-verify': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function testKey(key = ''): string {
  if (key.startsWith('sk_test_')) return key;
  if (key.startsWith('sk_live_')) {
    throw new UsageError(
      'svc listen takes a test key, and this is a live one: what happens to real customers belongs to a webhook ' +
        'that is registered, not to a terminal.',
    );
  }
  throw new UsageError('svc listen needs a test key, sk_test_…: --api-key, or SVC_API_KEY.');
}

/** What the client takes as the address of a service. */
function serviceAddress(address: string): string {
  try {
    new Svc('sk_test_', { baseUrl: address });
    return address;
  } catch (error) {
    throw new UsageError(`--api-base: ${(error as Error).message}`);
  }
}

function place(id: string | undefined): string | undefined {
  if (id === undefined || /^[\x21-\x7e]+$/.test(id)) return id;
  throw new UsageError('--since must be an event, evt_…, or the lastEventId of a summary.');
}

function handlerAddress(address: string): URL {
  const url = address.includes('://') ? address : `http://${address}`;
  if (URL.canParse(url) && /^https?:/i.test(url)) return new URL(url);
  throw new UsageError('--forward-to must be the URL of your handler, such as http://localhost:4242/hooks.');
}

function kinds(list: string | undefined): readonly string[] {
  if (list === undefined) return [];
  const names = list.split(',').map((name) => name.trim());
  if (names.every((name) => /^[a-z_]+\.[a-z_]+$/.test(name))) return [...new Set(names)];
  throw new UsageError('--events must be event types, separated by commas, such as payment.completed,payment.failed.');
}

function secretOr(secret: string | undefined, another: () => string): string {
  if (secret === undefined) return another();
  if (secret.length >= 8 && secret.length <= 256) return secret;
  throw new UsageError('--secret must have 8 to 256 characters, like the secrets of webhooks.');
}

function concurrency(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_CONCURRENT) return count;
  throw new UsageError(`--concurrency must be a whole number from 1 to ${MAX_CONCURRENT}.`);
}
