import type { Schemas } from '@svc/contract';
import { addMonths } from '../platform/add-months.js';
import type { Database } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import type { Caller } from '../security/caller.js';

const SHAPE = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Adds an ISO 8601 duration of whole numbers, such as `P1M` or `P1DT12H`; undefined for any other text. Years and months
 * follow the calendar in UTC.
 */
export function addDuration(moment: Date, duration: string): Date | undefined {
  const match = SHAPE.exec(duration);
  if (match === null || duration.endsWith('P') || duration.endsWith('T')) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  const later = addMonths(moment, years * 12 + months);
  const rest = (weeks * 7 + days) * DAY_MS + hours * HOUR_MS + minutes * 60 * SECOND_MS + seconds * SECOND_MS;
  return new Date(later.getTime() + rest);
}

const READ = namedQuery(
  'test_clocks_read',
  `SELECT date_trunc('milliseconds', now() + e.clock_offset) AS now, c.target_at AS target
     FROM environments e LEFT JOIN test_clocks c ON c.environment_id = e.id
    WHERE e.id = $1`,
);

// The lease has ended already: the next worker claims the clock. A running clock is left alone.
const START = namedQuery(
  'test_clocks_start',
  `INSERT INTO test_clocks (environment_id, target_at, lease_until) VALUES ($1, $2, now())
   ON CONFLICT (environment_id) DO UPDATE SET target_at = excluded.target_at, lease_until = excluded.lease_until
    WHERE test_clocks.target_at IS NULL
   RETURNING environment_id`,
);

/** No clock goes further: times computed from here still have a year of four digits. */
const END_OF_TIME = new Date('9000-01-01T00:00:00.000Z');

/** Reads and advances test clocks for clients. */
export class TestClocks {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
  ) {}

  async get(caller: Caller): Promise<Schemas['TestClock']> {
    requireTestMode(caller);
    return this.read(this.database.forEnvironment(caller), caller);
  }

  /** Starts the clock; a worker advances it from one due moment to the next. Throws `clock_running`. */
  async advance(caller: Caller, { by }: Schemas['AdvanceTestClock']): Promise<Schemas['TestClock']> {
    requireTestMode(caller);
    return this.idempotency.inTransaction(caller, async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const clock = await this.read(tables, caller);
      const started = await tables.run(START, [targetOf(new Date(clock.now), by)]);
      if (started.length === 0) {
        throw new DomainError('clock_running', 'The test clock is still advancing.');
      }
      return this.read(tables, caller);
    });
  }

  private async read(tables: EnvironmentTables, caller: Caller): Promise<Schemas['TestClock']> {
    const [clock] = await tables.run<{ now: Date; target: Date | null }>(READ, []);
    if (clock === undefined) throw new Error('there is no such environment');
    return {
      status: clock.target === null ? 'idle' : 'running',
      now: clock.now.toISOString(),
      target: clock.target?.toISOString() ?? null,
      mode: caller.mode,
    };
  }
}

function targetOf(now: Date, by: string): Date {
  const target = addDuration(now, by);
  if (target === undefined) throw wrongDuration('invalid_format', 'must be an ISO 8601 duration such as P1M');
  if (!(target > now && target <= addMonths(now, 12))) {
    throw wrongDuration('out_of_range', 'must be longer than zero and at most one year');
  }
  if (target > END_OF_TIME) throw wrongDuration('out_of_range', 'must not advance the clock beyond the year 9000');
  return target;
}

function wrongDuration(code: 'invalid_format' | 'out_of_range', detail: string): DomainError {
  return validationFailed('The clock cannot be advanced to this time.', { pointer: '/by', code, detail });
}

function requireTestMode(caller: Caller): void {
  if (caller.mode !== 'test') throw new DomainError('not_found', 'Live mode has no test clock.');
}
