import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { shownTimes, shownZone } from '../../lib/shown-zone';
import { dayOf, dayStart, timeText } from '../../lib/time';
import { FailureNotice } from '../../ui/notice';
import { FigureTable } from '../analytics/figure-table';
import styles from './overview.module.css';
import { FIGURES, hasFigures } from './today-figures';

/** The payments, refunds and disputes of today, by currency. */
export function Today(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'today'],
    queryFn: ({ signal }) => {
      const createdFrom = dayStart(dayOf(new Date()));
      return client.analytics.summary({ createdFrom, interval: 'day', timezone: shownZone() }, { signal });
    },
    refetchInterval: 15_000,
  });
  const rows = data?.data.filter(hasFigures) ?? [];
  return (
    <section className={styles['section']} aria-labelledby="today">
      <h2 id="today">Today ({shownTimes() === 'utc' ? 'UTC' : 'local time'})</h2>
      {error !== null && <FailureNotice error={error} />}
      {data !== undefined && rows.length === 0 && <p>There were no payments today.</p>}
      {rows.length > 0 && (
        <FigureTable
          name="Today"
          className={styles['scroll']}
          rows={rows}
          first="Currency"
          labelOf={({ currency }) => currency}
          columns={FIGURES}
        />
      )}
      {data !== undefined && <p className={styles['quiet']}>As of {timeText(data.asOf)}</p>}
    </section>
  );
}
