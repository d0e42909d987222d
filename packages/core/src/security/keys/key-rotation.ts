import type { Schemas } from '@svc/contract';
import type { Transaction } from '../../platform/database/database.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IdSource } from '../../platform/ids.js';
import type { ApiKeyMint } from './api-key-format.js';
import { presentApiKey, withoutKeyItself } from './api-key.presenter.js';
import { findKey, insertKey, replaceKey } from './api-key-store.js';
import type { AuditLog } from '../audit-log.js';
import type { Authenticator } from '../authenticator.js';
import type { Caller } from '../caller.js';
import { KeyAdministration, keyConflict, requireActive } from './key-administration.js';
import { namedScopes } from '../scopes.js';

const DEFAULT_OVERLAP_SECONDS = 86_400;

export interface KeyRotationDependencies {
  readonly ids: IdSource;
  readonly idempotency: Idempotency;
  readonly audit: AuditLog;
  readonly mint: ApiKeyMint;
  readonly authenticator: Pick<Authenticator, 'forget'>;
}

/** Rotates API keys. */
export class KeyRotation {
  constructor(private readonly deps: KeyRotationDependencies) {}

  /**
   * Creates a key with the rights of the old one, which remains valid until the overlap ends. A key is rotated only once: its
   * expiry at the end of the overlap would become that of the next key.
   */
  async rotate(
    caller: Caller,
    publicId: string,
    { overlapSeconds = DEFAULT_OVERLAP_SECONDS }: Schemas['RotateApiKey'],
  ): Promise<Schemas['ApiKeyWithSecret']> {
    const rotateOnce = async (transaction: Transaction): Promise<Schemas['ApiKeyWithSecret']> => {
      const administration = await KeyAdministration.begin(transaction, caller);
      const { reach } = administration;
      const old = await findKey(transaction, reach, publicId);
      requireActive(old);
      if (old.replacedBy !== null) throw keyConflict(old, `The key was rotated already, to key_${old.replacedBy}.`);
      administration.requireScopes(namedScopes(old.scopes));
      administration.requireLimits(old);
      const { secret, ...minted } = this.deps.mint.mint(old.mode);
      const id = await this.deps.ids.one();
      const scopes = administration.handedOn(old.scopes);
      // Only who rotates knows the new secret, so that an approval of what the key creates must come from someone else.
      const createdBy = administration.person ?? old.createdBy;
      const key = await insertKey(transaction, reach, { ...old, ...minted, id, scopes, createdBy });
      replaceKey(transaction, old, key.id, overlapSeconds);
      const { environmentId } = old;
      await this.deps.audit.record(transaction, caller, {
        action: 'api_key.rotated',
        objectId: publicId,
        environmentId,
      });
      return { ...presentApiKey(key), secret };
    };
    const answer = await this.deps.idempotency.inTransaction(caller, rotateOnce, { storedAs: withoutKeyItself });
    this.deps.authenticator.forget(caller.accountId);
    return answer;
  }
}
