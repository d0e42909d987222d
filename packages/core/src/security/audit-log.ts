import type { Schemas } from '@svc/contract';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { type Actor, actorColumns, type Caller } from './caller.js';

const RECORD = namedQuery(
  'audit_log_note',
  `INSERT INTO audit_log (environment_id, id, key_id, user_id, action, object_id, changes, request_id, role_change, origin)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** An action to log, without values, addresses or personal data: only ids, names of fields and roles. */
export interface AuditedAction {
  readonly action: Schemas['AuditAction'];
  /** Public id, such as `key_123`. */
  readonly objectId?: string;
  readonly changes?: readonly string[];
  /** The role of the object, a person. Null where they were or are no member. */
  readonly roleChange?: { readonly before: string | null; readonly after: string | null };
  /** The object's environment, if it is not the caller's. */
  readonly environmentId?: number;
}

/** Who acts without a key or session: a command of the operator, or the claims of the identity provider. */
interface OutsideActor {
  readonly kind: NonNullable<AuditEntry['origin']>;
}

/** Who acts, in which environment, by which request. */
interface ActingCaller extends Pick<Caller, 'environmentId' | 'requestId'> {
  readonly actor: Actor | OutsideActor;
}

/** Logs actions in the transaction of the change. */
export class AuditLog {
  constructor(private readonly ids: Pick<IdSource, 'one'>) {}

  async record(transaction: Transaction, caller: ActingCaller, done: AuditedAction): Promise<void> {
    const { action, objectId = null, changes = [], roleChange, environmentId = caller.environmentId } = done;
    const id = await this.ids.one();
    const { actor, requestId } = caller;
    const { keyId, userId, origin } = columnsOf(actor);
    const roles = roleChange === undefined ? null : [roleChange.before, roleChange.after];
    transaction.queue(RECORD, [environmentId, id, keyId, userId, action, objectId, changes, requestId, roles, origin]);
  }
}

function columnsOf(actor: ActingCaller['actor']): Pick<AuditEntry, 'keyId' | 'userId' | 'origin'> {
  if (actor.kind === 'api_key' || actor.kind === 'member') return { ...actorColumns(actor), origin: null };
  return { keyId: null, userId: null, origin: actor.kind };
}

/** The names of the fields that a patch has changed. */
export function changedFields<Fields extends object>(before: Fields, after: Fields, patch: object): string[] {
  const value = (of: Fields, name: string): string => JSON.stringify(Reflect.get(of, name) ?? null);
  return Object.keys(patch).filter((name) => value(before, name) !== value(after, name));
}
