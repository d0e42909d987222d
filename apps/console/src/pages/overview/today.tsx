import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { shownTimes, shownZone } from '../../lib/shown-zone';
import { dayOf, dayStart, timeText } from '../../lib/time';
import { FailureNotice } from '../../ui/notice';
import table from '../../ui/table.module.css';
import styles from './overview.module.css';

/** The payments of today, by currency. */
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
  const rows = data?.data.filter(({ count }) => count > 0) ?? [];
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
                {['Payments', 'Completed', 'Failed', 'Gross', 'Refunded', 'Net'].map((title) => (
                  <th scope="col" key={title} className={numbers}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ currency, count, completed, failed, gross, refunded, net }) => (
                <tr key={currency}>
                  <th scope="row">{currency}</th>
                  {[count, completed, failed, moneyText(gross), moneyText(refunded), moneyText(net)].map((value, n) => (
                    <td key={n} className={numbers}>
                      {value}
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
