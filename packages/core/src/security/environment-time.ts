import type { EnvironmentScope, StatementRunner } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Mode } from './environment.entity.js';

const NOW = namedQuery(
  'environments_now',
  `SELECT date_trunc('milliseconds', now() + clock_offset) AS now FROM environments WHERE id = $1`,
);

/** The current time of an environment: real time plus the offset of its test clock. */
export async function environmentTime(runner: StatementRunner, scope: EnvironmentScope): Promise<Date> {
  const [row] = await runner.run<{ now: Date }>(NOW, [scope.environmentId]);
  if (row === undefined) throw new Error('there is no such environment');
  return row.now;
}

const REAL_NOW = namedQuery(
  'environments_real_now',
  `SELECT date_trunc('milliseconds', now()) AS now FROM environments WHERE id = $1`,
);

/** The real time, by the clock of the database: that of the host may differ. A test clock does not move it. */
export async function realTime(tables: EnvironmentTables): Promise<Date> {
  const [row] = await tables.run<{ now: Date }>(REAL_NOW, []);
  if (row === undefined) throw new Error('there is no such environment');
  return row.now;
}

const MOMENT = namedQuery(
  'environments_moment',
  `SELECT e.mode, date_trunc('milliseconds', now() + e.clock_offset) AS now, a.suspended_at IS NOT NULL AS "isSuspended",
          (a.suspended_at IS NOT NULL OR a.charged_from > now()) IS TRUE AS "chargesNobody"
     FROM environments e JOIN accounts a ON a.id = e.account_id WHERE e.id = $1`,
);

/** The mode of an environment, its current time, and the state of its account. */
export interface EnvironmentMoment {
  readonly mode: Mode;
  readonly now: Date;
  readonly isSuspended: boolean;
  /** Whether the account is suspended, or was so within the last hour. */
  readonly chargesNobody: boolean;
}

export async function environmentMoment(tables: EnvironmentTables): Promise<EnvironmentMoment> {
  const [moment] = await tables.run<EnvironmentMoment>(MOMENT, []);
  if (moment === undefined) throw new Error('there is no such environment');
  return moment;
}
