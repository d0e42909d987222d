import type { Stack } from './stack.js';

const MAX_ROWS = 20;

/** The first differences between the ledger and the payments and refunds, in either direction. */
export async function ledgerDifferences(query: Stack['query']): Promise<string[]> {
  const [schema] = await query(`SELECT to_regproc('ledger_compared') IS NOT NULL AS migrated`);
  if (schema?.['migrated'] !== true) return [];
  const rows = await query(
    `SELECT e.mode, c.source, c.source_id AS id, c.currency, c.recorded, c.posted
       FROM environments e CROSS JOIN LATERAL ledger_compared(e.id, 0, ${2n ** 63n - 1n}) c
      WHERE (c.recorded = c.posted) IS NOT TRUE LIMIT ${MAX_ROWS}`,
  );
  return rows.map((row) => `ledger_difference ${JSON.stringify(row)}`);
}
