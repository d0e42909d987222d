import { operations } from '@svc/contract';
import { createClient, type Answer, type Client } from './client.js';

const KEYS = '/v1/security/api-keys';

/** Every scope that a key can have. */
export const EVERY_SCOPE = [...new Set(Object.values(operations).flatMap(({ scope }) => scope ?? []))];

/** An API key that a test created, with a client that uses it. */
export interface MadeKey {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
  readonly client: Client;
  readonly body: Record<string, unknown>;
}

/** Creates a key, with payments:read by default. Throws when it is refused. */
export async function makeKey(by: Client, fields: Record<string, unknown> = {}): Promise<MadeKey> {
  const answer = await by.post(KEYS, { name: 'Made', scopes: ['payments:read'], ...fields });
  if (answer.status !== 201) throw new Error(`createApiKey answered ${answer.status}: ${answer.text}`);
  return madeKey(by.baseUrl, answer);
}

/** The key in the response of a creation or rotation. */
export function madeKey(baseUrl: string, { body }: Answer): MadeKey {
  const { id, secret } = body as { id: string; secret: string };
  return { id, path: `${KEYS}/${id}`, secret, client: createClient(baseUrl, secret), body };
}
