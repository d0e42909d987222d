import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { shownTimes, shownZone } from '../../lib/shown-zone';
import { dayOf, dayStart, timeText } from '../../lib/time';
import { FailureNotice } from '../../ui/notice';
import table from '../../ui/table.module.css';
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
  const numbers = table['number'];
  return (
    <section className={styles['section']} aria-labelledby="today">
      <h2 id="today">Today ({shownTimes() === 'utc' ? 'UTC' : 'local time'})</h2>
      {error !== null && <FailureNotice error={error} />}
      {data !== undefined && rows.length === 0 && <p>There were no payments today.</p>}
      {rows.length > 0 && (
        <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Today, scrollable">
          <table className={table['table']} aria-label="Today">
            <thead>
              <tr>
                <th scope="col">Currency</th>
                {FIGURES.map(([title]) => (
                  <th scope="col" key={title} className={numbers}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.currency}>
                  <th scope="row">{row.currency}</th>
                  {FIGURES.map(([title, text]) => (
                    <td key={title} className={numbers}>
                      {text(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data !== undefined && <p className={styles['quiet']}>As of {timeText(data.asOf)}</p>}
    </section>
  );
}
