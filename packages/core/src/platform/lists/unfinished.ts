import type { Entity, EnvironmentTables } from '../database/environment-tables.js';
import { DomainError } from '../errors/domain-error.js';

/** How many reports, and how many replays, of one environment may be unfinished. */
const MAX_UNFINISHED = 100;
const RETRY_AFTER_S = 10;

interface Unfinished {
  readonly id: string;
  readonly environmentId: number;
  readonly status: string;
}

/** Throws `too_many_unfinished` for one more. Requests at the same moment may exceed the maximum by their number. */
export async function requireFewUnfinished<Row extends Unfinished>(
  tables: EnvironmentTables,
  entity: Entity<Row>,
  name: string,
): Promise<void> {
  const unfinished = [{ text: "status IN ('pending', 'running')", values: [] }];
  const page = { limit: MAX_UNFINISHED, properties: ['id' as const] };
  if ((await tables.page(entity, page, unfinished)).length < MAX_UNFINISHED) return;
  const detail = `${MAX_UNFINISHED} ${name} are unfinished, which is the maximum.`;
  throw new DomainError('too_many_unfinished', detail, { retryAfterSeconds: RETRY_AFTER_S });
}
