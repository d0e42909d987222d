import type { Transaction } from '../platform/database/database.js';
import { toPublicId } from '../platform/ids.js';
import type { AuditedAction, AuditLog } from '../security/audit-log.js';
import type { RequestOrigin } from '../security/caller.js';
import type { AuthenticatedSession } from './sessions.js';

/** A person who acts on their own access, by a request, and the live environment whose audit log says so. */
export interface ActingPerson {
  readonly userId: string;
  readonly environmentId: number;
  readonly requestId: string;
}

/** The person of a session. */
export function personOf(
  { user, auditedIn }: Pick<AuthenticatedSession, 'user' | 'auditedIn'>,
  { requestId }: Pick<RequestOrigin, 'requestId'>,
): ActingPerson {
  return { userId: user.id, environmentId: auditedIn, requestId };
}

/** Logs what a person does with their own access. */
export function recordOwn(
  audit: AuditLog,
  transaction: Transaction,
  { userId, environmentId, requestId }: ActingPerson,
  done: Pick<AuditedAction, 'action' | 'roleChange'>,
): Promise<void> {
  const caller = { environmentId, requestId, actor: { kind: 'member', userId } } as const;
  return audit.record(transaction, caller, { ...done, objectId: toPublicId('usr', userId) });
}
