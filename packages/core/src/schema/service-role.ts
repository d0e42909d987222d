import { escapeIdentifier } from 'pg';
import { createPool } from '../platform/database/open-database.js';
import { PARTITIONS_LOCK } from '../platform/partitions/partition-use.js';

const PATIENCE = { statementMs: 60_000, lockMs: 60_000 };

/** The role that was named does not exist. */
export class UnknownRole extends Error {
  override readonly name = 'UnknownRole';

  constructor(role: string) {
    super(
      `The role ${role} does not exist. Create it first: CREATE ROLE ${escapeIdentifier(role)} LOGIN PASSWORD '…'.`,
    );
  }
}

/**
 * Grants a role what the API and the workers need: reading and writing rows. It cannot change the schema. What later
 * migrations create is included, if the same role runs them. Concurrent calls wait for each other.
 */
export async function grantToService(databaseUrl: string, role: string): Promise<void> {
  const pool = createPool({ DATABASE_URL: databaseUrl, DATABASE_POOL: 1 }, PATIENCE);
  try {
    const { rows } = await pool.query<{ schema: string; exists: boolean }>(
      'SELECT current_schema() AS schema, to_regrole($1) IS NOT NULL AS exists',
      [escapeIdentifier(role)],
    );
    const [found] = rows;
    if (found?.exists !== true) throw new UnknownRole(role);
    const schema = escapeIdentifier(found.schema);
    const to = escapeIdentifier(role);
    // One query of several statements is one transaction.
    await pool.query(`
      SELECT pg_advisory_xact_lock(${PARTITIONS_LOCK});
      GRANT USAGE ON SCHEMA ${schema} TO ${to};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};
      REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${to};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${to};
      ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT EXECUTE ON FUNCTIONS TO ${to};
      ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${to};
      ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${to}`);
  } finally {
    await pool.end();
  }
}
