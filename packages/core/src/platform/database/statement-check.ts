import { reviewedStatements, tenantTables } from './reviewed-statements.js';

const tables = [...tenantTables].join('|');
const mention = new RegExp(
  String.raw`\b(?:from|join|update|into)\s+(?:only\s+)?"?(?:public"?\.)?"?(?:${tables})\b`,
  'gi',
);
const predicate = /\benvironment_id"?\s*(?:=|in\s*\(|=\s*any\b)|environment_id\s*,|\(\s*"?environment_id"?/gi;

/**
 * Returns why a statement may not run, or undefined: each mention of a tenant table needs an `environment_id`, unless
 * the statement is reviewed. Test runs only.
 */
export function tenantWallBreach(text: string, name: string | undefined): string | undefined {
  if (name !== undefined && reviewedStatements.has(name)) return undefined;
  if (/^\s*(?:create|alter|drop|comment|analyze|vacuum|truncate)\b/i.test(text)) return undefined;
  const mentions = text.match(mention)?.length ?? 0;
  if (mentions === 0) return undefined;
  const predicates = text.match(predicate)?.length ?? 0;
  if (predicates >= mentions) return undefined;
  return `statement ${name ?? '(unnamed)'} touches ${mentions} tenant table(s) with ${predicates} environment predicate(s)`;
}

const partitioned = new Set(['deliveries', 'delivery_attempts', 'events', 'idempotency_keys', 'request_log']);
const write = /\b(?:update|insert\s+into|delete\s+from)\s+"?(\w+)/gi;
const lock = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?:\s+of\s+(\w+))?/gi;

/**
 * Returns why a statement may crash Postgres 18, or undefined: one that writes a partitioned table must not lock rows
 * of tables that others write (docs/decisions/0023). Test runs only.
 */
export function secondLookBreach(text: string, name: string | undefined): string | undefined {
  if (![...text.matchAll(write)].some(([, table = '']) => partitioned.has(table))) return undefined;
  for (const { 1: alias, index } of text.matchAll(lock)) {
    const before = text.slice(0, index);
    const sources = [...before.matchAll(/\b(?:from|join)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/gi)];
    const held = alias === undefined ? sources.at(-1) : sources.findLast((source) => source.slice(1).includes(alias));
    if (!partitioned.has(held?.[1] ?? '')) {
      return `statement ${name ?? '(unnamed)'} writes a partitioned table and holds rows of ${held?.[1] ?? 'another'}`;
    }
  }
  return undefined;
}
