/**
 * SQL: the assignments that make a row its next version, of a table or of an alias such as `p`. Its time exceeds that of the
 * version before by a millisecond or more, also where two changes share a millisecond or the clock of a new primary is
 * behind. Ids of events follow this time, so they keep the order of the versions.
 */
export function nextVersion(alias?: string): string {
  const row = alias === undefined ? '' : `${alias}.`;
  return `version = ${row}version + 1,
    updated_at = ${timeAfter(`${row}updated_at`)}`;
}

/** SQL: the same for a row that meets the condition; other rows keep their version. */
export function nextVersionIf(condition: string, alias?: string): string {
  const row = alias === undefined ? '' : `${alias}.`;
  return `version = ${row}version + ((${condition}) IS TRUE)::int,
    updated_at = CASE WHEN ${condition} THEN ${timeAfter(`${row}updated_at`)} ELSE ${row}updated_at END`;
}

/** SQL: the time of a change of a row that was changed at `before`. */
function timeAfter(before: string): string {
  return `greatest(date_trunc('milliseconds', clock_timestamp()), ${before} + interval '1 millisecond')`;
}
