import type { EnvironmentScope, StatementRunner } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';

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
