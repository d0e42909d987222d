import type { AnalyticsSummaryRow } from '@svc/sdk';
import type { ReactElement } from 'react';
import { moneyText } from '../../lib/money';
import { Chart, type Series } from './chart';
import { FigureTable } from './figure-table';
import { AMOUNTS, COUNTS, rateText, type FigureColumn } from './figures';
import styles from './analytics.module.css';

interface CurrencyFiguresProps {
  readonly currency: string;
  /** Oldest first. */
  readonly rows: readonly AnalyticsSummaryRow[];
  readonly labelOf: (row: AnalyticsSummaryRow) => string;
}

const PAYMENTS: readonly Series<AnalyticsSummaryRow>[] = [
  { title: 'Completed', kind: 'good', value: ({ completed }) => completed },
  { title: 'Failed', kind: 'bad', value: ({ failed }) => failed },
  { title: 'Pending', kind: 'quiet', value: ({ count, completed, failed }) => count - completed - failed },
];

const NET: readonly Series<AnalyticsSummaryRow>[] = [{ title: 'Net', kind: 'accent', value: ({ net }) => net.value }];

const COLUMNS: readonly FigureColumn[] = [
  ...COUNTS,
  ['Success rate', ({ successRate }) => rateText(successRate)],
  ...AMOUNTS,
];

/** The figures of one currency: as plots, and as the table behind them. */
export function CurrencyFigures({ currency, rows, labelOf }: CurrencyFiguresProps): ReactElement {
  return (
    <div className={styles['currency']}>
      <div className={styles['charts']}>
        <Chart title={`Payments in ${currency}`} rows={rows} labelOf={labelOf} series={PAYMENTS} text={String} />
        <Chart
          title={`Net amount in ${currency}`}
          rows={rows}
          labelOf={labelOf}
          series={NET}
          text={(value) => moneyText({ value, currency })}
        />
      </div>
      <FigureTable
        name={`Figures in ${currency}`}
        className={styles['scroll']}
        rows={rows.toReversed()}
        first="From"
        labelOf={labelOf}
        columns={COLUMNS}
      />
    </div>
  );
}
