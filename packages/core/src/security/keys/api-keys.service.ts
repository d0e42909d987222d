import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { DomainError, validationFailed } from '../../platform/errors/domain-error.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import { type IdSource, toPublicId } from '../../platform/ids.js';
import { listPage, type Page } from '../../platform/lists/cursor.js';
import { cidrErrors } from '../allowed-addresses.js';
import type { ApiKeyMint } from './api-key-format.js';
import { presentApiKey, withoutKeyItself } from './api-key.presenter.js';
import {
  findKey,
  findOwnKey,
  insertKey,
  KeyReach,
  pageOfKeys,
  revokeKey,
  saveKey,
  type StoredApiKey,
} from './api-key-store.js';
import { changedFields, type AuditLog } from '../audit-log.js';
import type { Authenticator } from '../authenticator.js';
import { type Caller, keyIdOf, requestsPerMinute } from '../caller.js';
import { KeyAdministration, keyConflict, requireActive } from './key-administration.js';
import { namedScopes } from '../scopes.js';

export interface ApiKeysServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly idempotency: Idempotency;
  readonly audit: AuditLog;
  readonly mint: ApiKeyMint;
  readonly authenticator: Pick<Authenticator, 'forget'>;
}

/** Creates, reads, lists, changes and revokes API keys. */
export class ApiKeysService {
  constructor(private readonly deps: ApiKeysServiceDependencies) {}

  /** Creates a key. The key itself is only in this response. */
  create(caller: Caller, request: Schemas['CreateApiKey']): Promise<Schemas['ApiKeyWithSecret']> {
    const { name, scopes, mode = caller.mode } = request;
    requireNetworks(request.allowedCidrs);
    return this.deps.idempotency.inTransaction(
      caller,
      async (transaction) => {
        const administration = await KeyAdministration.begin(transaction, caller);
        const { reach } = administration;
        const environmentId = reach.environmentOf(mode);
        if (environmentId === undefined) throw outOfReach();
        administration.requireScopes(scopes);
        const limits = limitsOf(request, administration.limits);
        administration.requireAskedLimits(limits);
        const { secret, ...minted } = this.deps.mint.mint(mode);
        const key = await insertKey(transaction, reach, {
          environmentId,
          id: await this.deps.ids.one(),
          name,
          ...minted,
          scopes,
          ...limits,
          createdBy: administration.person,
        });
        requireTimeToCome(key);
        const objectId = toPublicId('key', key.id);
        await this.deps.audit.record(transaction, caller, { action: 'api_key.created', objectId, environmentId });
        return { ...presentApiKey(key), secret };
      },
      { storedAs: withoutKeyItself },
    );
  }

  /** Throws `not_found`. */
  async get(caller: Caller, publicId: string): Promise<Schemas['ApiKey']> {
    const { database } = this.deps;
    return presentApiKey(await findKey(database, await KeyReach.of(database, caller), publicId));
  }

  /** The keys that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listApiKeys'>['query']): Promise<Page<Schemas['ApiKey']>> {
    const { database } = this.deps;
    const { status, mode } = query;
    const reach = await KeyReach.of(database, caller);
    return listPage(
      'api_keys',
      caller,
      query,
      (range) => pageOfKeys(database, reach, { ...range, status, mode }),
      presentApiKey,
    );
  }

  /** Applies a patch, unless no remaining key could undo it. */
  async update(caller: Caller, publicId: string, patch: Schemas['UpdateApiKey']): Promise<Schemas['ApiKey']> {
    requireNetworks(patch.allowedCidrs);
    const updated = await this.deps.database.transaction(async (transaction) => {
      const administration = await KeyAdministration.begin(transaction, caller);
      const { reach } = administration;
      const key = await findKey(transaction, reach, publicId);
      requireActive(key);
      const changed = patched(key, patch);
      if (changed.expiresAt?.getTime() !== key.expiresAt?.getTime()) requireEndMoves(key);
      administration.requireScopes(namedScopes(key.scopes), changed.scopes);
      administration.requireLimits(key);
      administration.requireAskedLimits(changed);
      const changes = changedFields(presentApiKey(key), presentApiKey(changed), patch);
      if (changes.length === 0) return presentApiKey(key);
      await administration.requireAdminRemains(key, changed);
      const saved = await saveKey(transaction, reach, changed);
      requireTimeToCome(saved);
      const { environmentId } = key;
      await this.deps.audit.record(transaction, caller, {
        action: 'api_key.updated',
        objectId: publicId,
        changes,
        environmentId,
      });
      return presentApiKey(saved);
    }, caller);
    this.deps.authenticator.forget(caller.accountId);
    return updated;
  }

  /** Revokes a key; doing so again changes nothing. */
  async revoke(caller: Caller, publicId: string): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const administration = await KeyAdministration.begin(transaction, caller);
      const key = await findKey(transaction, administration.reach, publicId);
      if (key.status === 'revoked') return;
      if (key.status === 'active') await administration.requireAdminRemains(key, undefined);
      revokeKey(transaction, key);
      const { environmentId } = key;
      await this.deps.audit.record(transaction, caller, {
        action: 'api_key.revoked',
        objectId: publicId,
        environmentId,
      });
    }, caller);
    this.deps.authenticator.forget(caller.accountId);
  }

  /** The caller's key and account, and how many requests the account has left. */
  async me(caller: Caller, left: { remaining: number; resetSeconds: number }): Promise<Schemas['CurrentCaller']> {
    const { database } = this.deps;
    const keyId = keyIdOf(caller);
    if (keyId === undefined) throw withoutKey();
    const key = presentApiKey(await findOwnKey(database, await KeyReach.of(database, caller), keyId));
    const resetsAt = new Date(Date.now() + left.resetSeconds * 1_000).toISOString();
    return {
      accountId: toPublicId('acct', caller.accountId),
      tier: caller.tier,
      mode: caller.mode,
      scopes: key.scopes,
      key,
      requests: { limit: requestsPerMinute(caller), remaining: left.remaining, resetsAt },
    };
  }
}

function patched(key: StoredApiKey, patch: Schemas['UpdateApiKey']): StoredApiKey {
  const { name = key.name, scopes = key.scopes, allowedCidrs = key.allowedCidrs, expiresAt } = patch;
  const expiry = expiresAt === undefined ? key.expiresAt : dateOf(expiresAt);
  return { ...key, name, scopes, allowedCidrs, expiresAt: expiry };
}

/** The contract allows leap seconds, which a Date does not have, and offsets that lead into the year 10000. */
function dateOf(expiresAt: string | null): Date | null {
  if (expiresAt === null) return null;
  const date = new Date(expiresAt);
  if (Number.isNaN(date.getTime())) throw invalidExpiry('invalid_format', 'must not be a leap second');
  if (date.getUTCFullYear() > 9999) throw invalidExpiry('out_of_range', 'must be before the year 10000 in UTC');
  return date;
}

function invalidExpiry(code: 'invalid_format' | 'out_of_range', detail: string): DomainError {
  return validationFailed(`\`expiresAt\` ${detail}.`, { pointer: '/expiresAt', code, detail });
}

/** The limits of a new key; by default those of its creator. */
function limitsOf(
  { allowedCidrs, expiresAt }: Schemas['CreateApiKey'],
  makers: KeyAdministration['limits'],
): KeyAdministration['limits'] {
  return {
    allowedCidrs: allowedCidrs ?? makers.allowedCidrs,
    expiresAt: expiresAt === undefined ? makers.expiresAt : dateOf(expiresAt),
  };
}

/** A rotated key ends with its overlap, or when it is revoked. */
function requireEndMoves(key: StoredApiKey): void {
  if (key.replacedBy === null) return;
  throw keyConflict(key, 'The key was rotated, so its expiry cannot be changed. Revoke the key to end it now.');
}

function requireNetworks(cidrs: readonly string[] | undefined): void {
  const errors = cidrErrors(cidrs);
  if (errors.length === 0) return;
  throw validationFailed('The networks are invalid.', ...errors);
}

/** Checked by the database clock after the write. A key that is created expired is a mistake. */
function requireTimeToCome({ status }: StoredApiKey): void {
  if (status === 'active') return;
  throw validationFailed('The key would already be expired.', {
    pointer: '/expiresAt',
    code: 'out_of_range',
    detail: 'must be in the future',
  });
}

function withoutKey(): DomainError {
  return new DomainError(
    'insufficient_scope',
    'This operation describes the API key of the request. A session of the console has no API key.',
  );
}

function outOfReach(): DomainError {
  return new DomainError('insufficient_scope', 'A test key can only create test keys.');
}
