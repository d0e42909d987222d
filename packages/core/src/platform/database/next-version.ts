/**
 * SQL: the assignments that make a row its next version, of a table or of an alias such as `p`. Its time exceeds that of the
 * version before by a millisecond or more, also where two changes share a millisecond or the clock of a new primary is
 * behind. Ids of events follow this time, so they keep the order of the versions.
 */
export function nextVersion(alias?: string): string {
  const row = alias === undefined ? '' : `${alias}.`;
  return `version = ${row}version + 1,
    updated_at = greatest(date_trunc('milliseconds', clock_timestamp()), ${row}updated_at + interval '1 millisecond')`;
}
