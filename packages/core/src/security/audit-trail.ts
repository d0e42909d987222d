import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { fromPublicId, idAt, idTime, toPublicId } from '../platform/ids.js';
import { listPage, newestFirst, type Page, type PageRange } from '../platform/lists/cursor.js';
import { KeyReach } from './keys/api-key-store.js';
import { AuditEntry } from './audit-entry.entity.js';
import type { Caller } from './caller.js';
import type { Mode } from './environment.entity.js';

type Query = Input<'listAuditLog'>['query'];

/** Lists the audit log. */
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /** The entries that match the filters, newest first; a live key reads both modes. */
  async list(caller: Caller, query: Query): Promise<Page<Schemas['AuditEntry']>> {
    const reach = await KeyReach.of(this.database, caller);
    const read = async (range: PageRange): Promise<AuditEntry[]> => {
      const tables = reach
        .environments(query.mode)
        .map((environmentId) => this.database.forEnvironment({ environmentId }));
      const pages = await Promise.all(tables.map((each) => each.page(AuditEntry, range, conditions(query))));
      return newestFirst(pages.flat());
    };
    return listPage('audit_log', caller, query, read, (entry) => present(entry, reach.modeOf(entry.environmentId)));
  }
}

function conditions({ action, keyId, objectId, createdFrom, createdTo }: Query): PageCondition[] {
  const found: PageCondition[] = [];
  const add = (text: string, value: unknown): void => void found.push({ text, values: [value] });
  if (action !== undefined) add('action = ?', action);
  if (keyId !== undefined) add('key_id = ?', fromPublicId('key', keyId) ?? null);
  if (objectId !== undefined) add('object_id = ?', objectId);
  if (createdFrom !== undefined) add('id >= ?', idAt(new Date(createdFrom)));
  if (createdTo !== undefined) add('id < ?', idAt(new Date(createdTo)));
  return found;
}

function present(entry: AuditEntry, mode: Mode): Schemas['AuditEntry'] {
  return {
    at: idTime(entry.id).toISOString(),
    action: entry.action,
    actor: actorOf(entry),
    keyId: entry.keyId === null ? null : toPublicId('key', entry.keyId),
    userId: entry.userId === null ? null : toPublicId('usr', entry.userId),
    objectId: entry.objectId,
    changes: entry.changes,
    roleChange: roleChangeOf(entry),
    mode,
    requestId: entry.requestId,
  };
}

function actorOf({ action, userId, origin }: AuditEntry): Schemas['AuditActor'] {
  if (origin !== null) return origin;
  if (userId !== null) return 'member';
  return action === 'api_key.issued' ? 'operator' : 'api_key';
}

function roleChangeOf({ roleChange }: AuditEntry): Schemas['AuditEntry']['roleChange'] {
  return roleChange === null ? null : { before: roleChange[0], after: roleChange[1] };
}
