import type { AuditEntry } from '@svc/sdk';

type Actor = Pick<AuditEntry, 'actor' | 'keyId' | 'userId'>;

/** Who acted: the name of a member, or an id. A person who has left the account has no name here. */
export function actorText({ actor, keyId, userId }: Actor, names: ReadonlyMap<string, string>): string {
  if (actor === 'operator') return 'Operator';
  if (userId === null) return keyId ?? actor;
  const name = names.get(userId);
  return name === undefined ? userId : `${name} (${userId})`;
}
