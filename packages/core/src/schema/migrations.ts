import { Baseline1765500000000 } from './0001-baseline.js';

export const migrations = [Baseline1765500000000];

/** The database was created by a version before the first release, which cannot be upgraded. */
export class UnreleasedDatabase extends Error {
  override readonly name = 'UnreleasedDatabase';

  constructor(migration: string) {
    super(
      `DATABASE_URL points to a database of an unreleased version (migration ${migration}), which cannot be upgraded. ` +
        'Set DATABASE_URL to an empty database. If npm start runs its own Postgres, delete the folder .data (DATA_DIR) instead.',
    );
  }
}

/** Returns an error if a database with these migrations is unsupported. Newer ones have the baseline too. */
export function refusalOf(done: ReadonlySet<string>): UnreleasedDatabase | undefined {
  const [unreleased] = done.has(Baseline1765500000000.name) ? [] : done;
  return unreleased === undefined ? undefined : new UnreleasedDatabase(unreleased);
}
