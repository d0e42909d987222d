import type { AuditEntry } from '@svc/sdk';

/** The names of the changed fields, or the roles before and after: `viewer → support`. */
export function changesText({ changes, roleChange }: Pick<AuditEntry, 'changes' | 'roleChange'>): string {
  if (roleChange === null) return changes.join(', ');
  return `${roleChange.before ?? 'no member'} → ${roleChange.after ?? 'no member'}`;
}
