import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId, idAt, idTime, toPublicId } from '../platform/ids.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import { createdConditions, scanningIfSeveral } from '../platform/lists/filters.js';
import type { Caller } from '../security/caller.js';
import type { Mode } from '../security/environment.entity.js';
import { LoggedRequest } from './logged-request.entity.js';
import { requestIdOf, rowIdOf } from './request-row-id.js';

type Query = Input<'listRequests'>['query'];

/** Partitions are dropped later: see PartitionKeeper. */
const SHOWN_MS = 7 * 86_400_000;

/** Reads and lists the request log. */
export class RequestsService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found`. */
  async get(caller: Caller, requestId: string): Promise<Schemas['LoggedRequest']> {
    const id = rowIdOf(requestId);
    const isShown = id !== undefined && BigInt(id) >= BigInt(oldest());
    const row = isShown ? await this.database.forEnvironment(caller).find(LoggedRequest, id) : undefined;
    if (row === undefined || requestIdOf(row.requestId) !== requestId) {
      throw new DomainError('not_found', `There is no request ${requestId} in the log.`);
    }
    return present(row, caller.mode);
  }

  /** The requests that match the filters, newest first. */
  async list(caller: Caller, query: Query): Promise<Page<Schemas['LoggedRequest']>> {
    const tables = this.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<LoggedRequest[]> => tables.page(LoggedRequest, range, conditionsOf(query));
    return listPage('requests', caller, query, read, (row) => present(row, caller.mode));
  }
}

function oldest(): string {
  return idAt(new Date(Date.now() - SHOWN_MS));
}

function conditionsOf({ status, operationId, method, code, keyId, ...range }: Query): PageCondition[] {
  const conditions: PageCondition[] = [{ text: 'id >= ?', values: [oldest()] }, ...createdConditions(range)];
  const add = (text: string, value: unknown): void => void conditions.push({ text, values: [value] });
  if (status !== undefined) conditions.push(ofClass(status));
  if (operationId !== undefined) add('operation_id = ?', operationId);
  if (method !== undefined) add('method = ?', method);
  if (code !== undefined) add('code = ?', code);
  if (keyId !== undefined) add('key_id = ?', fromPublicId('key', keyId) ?? null);
  return scanningIfSeveral(conditions, [status, operationId, method, code, keyId]);
}

/** A literal, so that the partial index of the class is used; the contract allows only `2xx` to `5xx`. */
function ofClass(status: string): PageCondition {
  const lowest = Number(status.charAt(0)) * 100;
  return { text: `status BETWEEN ${lowest} AND ${lowest + 99}`, values: [] };
}

function present(row: LoggedRequest, mode: Mode): Schemas['LoggedRequest'] {
  const { method, route, operationId, status, code, durationMs, keyId, userId } = row;
  return {
    id: requestIdOf(row.requestId),
    at: idTime(row.id).toISOString(),
    method,
    route,
    operationId,
    status,
    code,
    durationMs,
    keyId: keyId && toPublicId('key', keyId),
    userId: userId && toPublicId('usr', userId),
    mode,
  };
}
