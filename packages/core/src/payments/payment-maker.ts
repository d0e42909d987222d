import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { actorColumns, type Caller } from '../security/caller.js';

/** SQL for whether key `from` was rotated to key `to`, in any number of steps. */
function isRotatedTo(from: string, to: string): string {
  return `EXISTS (
            WITH RECURSIVE successors AS (
              SELECT k.replaced_by AS id FROM api_keys k WHERE k.environment_id = $1 AND k.id = ${from}
               UNION
              SELECT k.replaced_by FROM successors s JOIN api_keys k ON k.environment_id = $1 AND k.id = s.id
            )
            SELECT FROM successors WHERE id = ${to})`;
}

// Whether the account asks for someone else, and the maker and the caller with the persons who created their keys.
const MAKER_AND_CALLER = namedQuery(
  'payment_maker_and_caller',
  `SELECT c.approvals_by_someone_else AS "isAsked", p.maker_key_id AS "makerKey", p.maker_user_id AS "makerUser",
          (SELECT k.created_by FROM api_keys k WHERE k.environment_id = $1 AND k.id = p.maker_key_id) AS "makerKeyOwner",
          (SELECT k.created_by FROM api_keys k WHERE k.environment_id = $1 AND k.id = $3) AS "callerKeyOwner",
          ${isRotatedTo('p.maker_key_id', '$3')} OR ${isRotatedTo('$3', 'p.maker_key_id')} AS "isRotation"
     FROM payments p LEFT JOIN security_configs c ON c.environment_id = p.environment_id
    WHERE p.environment_id = $1 AND p.id = $2`,
);

interface Row {
  readonly isAsked: boolean | null;
  readonly makerKey: string | null;
  readonly makerUser: string | null;
  readonly makerKeyOwner: string | null;
  readonly callerKeyOwner: string | null;
  readonly isRotation: boolean;
}

/** A key or a person; for a key, with the person who created it. */
export interface Party {
  readonly keyId: string | null;
  readonly userId: string | null;
  readonly keyOwner: string | null;
}

/** Whether two parties are the same key or the same person. */
export function isSameParty(one: Party, other: Party): boolean {
  if (one.keyId !== null && one.keyId === other.keyId) return true;
  const person = one.userId ?? one.keyOwner;
  return person !== null && person === (other.userId ?? other.keyOwner);
}

/** Throws `approval_by_maker` if the account asks for approval by someone else than the creator of the payment. */
export async function requireSomeoneElse(transaction: Transaction, caller: Caller, paymentId: string): Promise<void> {
  const { keyId, userId } = actorColumns(caller.actor);
  const [row] = await transaction.run<Row>(MAKER_AND_CALLER, [caller.environmentId, paymentId, keyId]);
  if (row?.isAsked !== true) return;
  const maker = { keyId: row.makerKey, userId: row.makerUser, keyOwner: row.makerKeyOwner };
  if (!row.isRotation && !isSameParty(maker, { keyId, userId, keyOwner: row.callerKeyOwner })) return;
  throw new DomainError('approval_by_maker', 'You created this payment. Another person or key must approve it.');
}
