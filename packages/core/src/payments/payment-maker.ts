import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { type Actor, actorColumns, type Caller, makerColumns, type StoredMaker } from '../security/caller.js';

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

// The makers of a payment and the caller, with the persons who created their keys; nobody unless the account asks for someone else.
const MAKERS_AND_CALLER = namedQuery(
  'payment_makers_and_caller',
  `SELECT m.is_creator AS "isCreator", m.key_id AS "makerKey", m.user_id AS "makerUser",
          (SELECT k.created_by FROM api_keys k WHERE k.environment_id = $1 AND k.id = m.key_id) AS "makerKeyOwner",
          (SELECT k.created_by FROM api_keys k WHERE k.environment_id = $1 AND k.id = $3) AS "callerKeyOwner",
          ${isRotatedTo('m.key_id', '$3')} OR ${isRotatedTo('$3', 'm.key_id')} AS "isRotation"
     FROM payments p
     JOIN security_configs c ON c.environment_id = p.environment_id AND c.approvals_by_someone_else,
          LATERAL (SELECT true AS is_creator, p.maker_key_id AS key_id, p.maker_user_id AS user_id
                    UNION ALL
                   SELECT false, o."keyId", o."userId"
                     FROM json_to_recordset(p.other_makers) AS o ("keyId" bigint, "userId" bigint)) m
    WHERE p.environment_id = $1 AND p.id = $2
    ORDER BY m.is_creator DESC`,
);

interface Row {
  readonly isCreator: boolean;
  readonly makerKey: string | null;
  readonly makerUser: string | null;
  readonly makerKeyOwner: string | null;
  readonly callerKeyOwner: string | null;
  readonly isRotation: boolean;
}

/** Who last set the amount of a subscription, or the payment method that is charged. */
export interface TermMaker {
  readonly term: 'amount' | 'method';
  readonly keyId: string | null;
  readonly userId: string | null;
}

/** The columns for the makers of a new payment. */
export function storedMakers({
  actor,
  otherMakers,
}: {
  readonly actor?: Actor | undefined;
  readonly otherMakers?: readonly TermMaker[];
}): StoredMaker & { readonly otherMakers: readonly TermMaker[] | null } {
  const maker = actor === undefined ? { makerKeyId: null, makerUserId: null } : makerColumns(actor);
  return { ...maker, otherMakers: otherMakers ?? null };
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

/**
 * Throws `approval_by_maker` if the account asks for approval by someone else than the creator of the payment, and than
 * those who set what it charges.
 */
export async function requireSomeoneElse(transaction: Transaction, caller: Caller, paymentId: string): Promise<void> {
  const { keyId, userId } = actorColumns(caller.actor);
  const rows = await transaction.run<Row>(MAKERS_AND_CALLER, [caller.environmentId, paymentId, keyId]);
  const made = rows.find((row) => {
    const maker = { keyId: row.makerKey, userId: row.makerUser, keyOwner: row.makerKeyOwner };
    return row.isRotation || isSameParty(maker, { keyId, userId, keyOwner: row.callerKeyOwner });
  });
  if (made === undefined) return;
  const what = made.isCreator ? 'created this payment' : 'set the amount or the payment method of this payment';
  throw new DomainError('approval_by_maker', `You ${what}. Another person or key must approve it.`);
}
