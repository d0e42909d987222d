import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../../platform/ids.js';
import type { StoredApiKey } from './api-key-store.js';
import { namedScopes } from '../scopes.js';

/** A key in API responses. */
export function presentApiKey(key: StoredApiKey): Schemas['ApiKey'] {
  return {
    id: toPublicId('key', key.id),
    name: key.name,
    mode: key.mode,
    prefix: key.prefix,
    scopes: namedScopes(key.scopes),
    allowedCidrs: key.allowedCidrs,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    status: key.status,
    replacedBy: key.replacedBy === null ? null : toPublicId('key', key.replacedBy),
    createdAt: idTime(key.id).toISOString(),
  };
}

/** The response as it is stored for a repeated request: the key itself is shown once. */
export function withoutKeyItself(answer: Schemas['ApiKeyWithSecret']): Schemas['ApiKeyWithSecret'] {
  return { ...answer, secret: null };
}
