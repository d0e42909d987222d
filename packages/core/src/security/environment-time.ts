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

const MODE_AND_NOW = namedQuery(
  'environments_mode_and_time',
  `SELECT mode, date_trunc('milliseconds', now() + clock_offset) AS now FROM environments WHERE id = $1`,
);

/** The mode of an environment, and its current time. */
export interface EnvironmentMoment {
  readonly mode: Mode;
  readonly now: Date;
}

export async function environmentMoment(tables: EnvironmentTables): Promise<EnvironmentMoment> {
  const [moment] = await tables.run<EnvironmentMoment>(MODE_AND_NOW, []);
  if (moment === undefined) throw new Error('there is no such environment');
  return moment;
}
