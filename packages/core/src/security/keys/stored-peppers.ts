import type { Peppers } from '../../platform/crypto/peppers.js';
import type { Database, StatementRunner } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';

// Only what still works: a key that was revoked, or a code that was used, needs no pepper.
const STORED = namedQuery(
  'peppers_stored',
  `SELECT pepper AS name, sum(keys)::int AS keys, sum(codes)::int AS codes
     FROM (SELECT pepper, count(*) AS keys, 0 AS codes FROM api_keys
            WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) GROUP BY pepper
           UNION ALL
           SELECT pepper, 0, count(*) FROM recovery_codes WHERE used_at IS NULL GROUP BY pepper) AS stored
    GROUP BY pepper ORDER BY pepper`,
);

/** A pepper by its name, and what is stored under it. */
export interface StoredPepper {
  readonly name: string;
  /** Active API keys. */
  readonly keys: number;
  /** Unused recovery codes of people. */
  readonly codes: number;
}

export function storedPeppers(runner: StatementRunner): Promise<StoredPepper[]> {
  return runner.run<StoredPepper>(STORED, []);
}

/** The peppers of a process or command are not those of the database. */
export class PepperMismatch extends Error {
  override readonly name = 'PepperMismatch';
}

/** @throws PepperMismatch if no pepper of the stored API keys is known: no key would work */
export async function requireKnownPepper(database: Pick<Database, 'forSystem'>, { names }: Peppers): Promise<void> {
  const stored = (await storedPeppers(database.forSystem())).filter(({ keys }) => keys > 0);
  if (stored.length === 0 || stored.some(({ name }) => names.includes(name))) return;
  const lacking = stored.map(({ name }) => name).join(', ');
  throw new PepperMismatch(
    `API_KEY_PEPPER (${names.join(', ')}) is not that of this database: its API keys are under ${lacking}. No key would work.`,
  );
}

/** Stops a process that would refuse every request. */
export class PepperCheck {
  constructor(
    private readonly database: Pick<Database, 'forSystem'>,
    private readonly peppers: Peppers,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return requireKnownPepper(this.database, this.peppers);
  }
}
