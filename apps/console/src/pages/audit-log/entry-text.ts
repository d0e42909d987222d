import type { AuditEntry } from '@svc/sdk';
import { senderText } from '../requests/sender-text';

type Actor = Pick<AuditEntry, 'actor' | 'keyId' | 'userId'>;

/** Who acted. */
export function actorText(entry: Actor, names: ReadonlyMap<string, string>): string {
  if (entry.actor === 'operator') return 'Operator';
  if (entry.actor === 'identity_provider') return 'Identity provider';
  return senderText(entry, names) ?? entry.actor;
}

/** The names of the changed fields, or the roles before and after: `viewer → support`. */
export function changesText({ changes, roleChange }: Pick<AuditEntry, 'changes' | 'roleChange'>): string {
  if (roleChange === null) return changes.join(', ');
  return `${roleChange.before ?? 'no member'} → ${roleChange.after ?? 'no member'}`;
}
