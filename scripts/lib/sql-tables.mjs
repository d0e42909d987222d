/** The tables that the SQL creates. */
export function tablesOf(sql) {
  return [...sql.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table);
}

/** Those of `tables` that SQL in a source file reads or writes. */
export function domainTablesIn(source, tables) {
  const uses = new RegExp(`\\b(?:from|join|into|update|only|table)\\s+(${tables.join('|')})\\b`, 'gi');
  return [...new Set([...source.matchAll(uses)].map(([, table]) => table))];
}
