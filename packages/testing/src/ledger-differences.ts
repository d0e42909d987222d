import type { Stack } from './stack.js';

/** Every payment and refund that the ledger does not hold as it is recorded, and whatever else it holds. */
export async function ledgerDifferences(query: Stack['query']): Promise<string[]> {
  const [schema] = await query(`SELECT to_regproc('ledger_compared') IS NOT NULL AS migrated`);
  if (schema?.['migrated'] !== true) return [];
  const rows = await query(
    `SELECT e.mode, c.source, c.source_id AS id, c.currency, c.recorded, c.posted
       FROM environments e CROSS JOIN LATERAL ledger_compared(e.id, 0, ${2n ** 63n - 1n}) c
      WHERE (c.recorded = c.posted) IS NOT TRUE`,
  );
  return rows.map((row) => `ledger_difference ${JSON.stringify(row)}`);
}
