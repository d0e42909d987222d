import type { AnalyticsSummary, SummaryInterval } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { summarize } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { currencies } from '../../generated/currencies';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { Button } from '../../ui/button';
import { ChoiceFilter, Filters } from '../../ui/filters';
import { FailureNotice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { Tabs } from '../../ui/tabs';
import { CurrencyFigures } from './currency-figures';
import { Reports } from './reports';
import { byCurrency, csvName, csvOf, intervalText, INTERVALS, zoneOf } from './figures';
import styles from './analytics.module.css';

/** Payments by interval and currency, as plots and tables. */
export function AnalyticsPage(): ReactElement {
  const { mode, client } = useMode();
  // The cursor is that of the reports.
  const { cursor, ...search } = useSearch({ from: '/$mode/analytics' });
  // The service refuses what is no interval.
  const params = { ...search, interval: search['interval'] as SummaryInterval | undefined };
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: [mode, 'summary', search],
    queryFn: ({ signal }) => client.analytics.summary(params, { signal }),
    placeholderData: (before, query) => (query?.queryKey[0] === mode ? before : undefined),
    refetchInterval: 15_000,
  });
  return (
    <>
      <PageTitle title="Analytics" />
      {/* The days of the range are those of the intervals. */}
      <Filters search={search} zoneOf={zoneOf}>
        <ChoiceFilter label="Currency" name="currency" value={search['currency']} options={Object.keys(currencies)} />
        <ChoiceFilter label="Interval" name="interval" value={search['interval']} options={INTERVALS} any="day" />
        <ChoiceFilter
          label="Time zone"
          name="timezone"
          value={search['timezone']}
          options={zones(search['timezone'])}
          any="UTC"
        />
      </Filters>
      {error !== null && <FailureNotice error={error} isOfFilters />}
      <p role="status">{(isPending || isPlaceholderData) && 'Loading'}</p>
      {data !== undefined && (
        <div className={styles['summary']} aria-busy={isPlaceholderData}>
          <Summary summary={data} />
        </div>
      )}
      <ShowCode call={summarize(search)} />
      <Reports cursor={cursor} zone={zoneOf(search)} />
    </>
  );
}

function Summary({ summary }: { readonly summary: AnalyticsSummary }): ReactElement {
  const { data, interval, timezone, asOf } = summary;
  const groups = byCurrency(data);
  const names = [...groups.keys()];
  const save = (): void => {
    saveFile(csvName(summary), new Blob([csvOf(data)], { type: 'text/csv' }));
  };
  return (
    <>
      {names.length === 0 ? (
        <p>There are no payments in this range.</p>
      ) : (
        <Tabs label="Figures in" names={names}>
          {(currency) => (
            <CurrencyFigures
              currency={currency}
              rows={groups.get(currency) ?? []}
              labelOf={({ start }) => intervalText(start, interval, timezone)}
            />
          )}
        </Tabs>
      )}
      <div className={styles['line']}>
        <Button onClick={save} disabled={names.length === 0}>
          Download CSV
        </Button>
        <span>As of {timeText(asOf)}</span>
      </div>
    </>
  );
}

/** The zones that the browser lists, with the chosen one: it may list it by an older name. */
function zones(chosen: string | undefined): readonly string[] {
  const others = chosen === undefined ? [] : [chosen];
  return [...new Set([...others, ...Intl.supportedValuesOf('timeZone')])].filter((zone) => zone !== 'UTC');
}

/** Lets the browser save a file. */
function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
