import { reviewedStatements, tenantTables } from './reviewed-statements.js';

const tables = [...tenantTables].join('|');
const mention = new RegExp(
  String.raw`\b(?:from|join|update|into)\s+(?:only\s+)?"?(?:public"?\.)?"?(?:${tables})\b`,
  'gi',
);
const predicate = /\benvironment_id"?\s*(?:=|in\s*\(|=\s*any\b)|environment_id\s*,|\(\s*"?environment_id"?/gi;

/**
 * Why a statement may not run, or undefined when it may: each mention of a tenant table needs a predicate on (or, for
 * an insert, a value of) `environment_id`, unless the statement's name is in the reviewed list. Test runs only.
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
