import type { ReactElement } from 'react';
import { axisOf } from './ticks';
import styles from './analytics.module.css';

type PartKind = 'good' | 'bad' | 'quiet' | 'accent';

/** What a bar consists of, from the bottom to the top. */
export interface Series<Row> {
  readonly title: string;
  readonly kind: PartKind;
  readonly value: (row: Row) => number;
}

interface ChartProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The name of the interval of a row. */
  readonly labelOf: (row: Row) => string;
  /** Only the first one may be negative. */
  readonly series: readonly Series<Row>[];
  readonly text: (value: number) => string;
}

const HEIGHT = 100;

/** Bars over time. The table below it has the same figures as text. */
export function Chart<Row>({ title, rows, labelOf, series, text }: ChartProps<Row>): ReactElement {
  const sums = rows.map((row) => series.reduce((sum, { value }) => sum + value(row), 0));
  const { low, high, ticks } = axisOf(sums);
  const y = (value: number): number => ((high - value) / (high - low)) * HEIGHT;
  const [first, last] = [rows.at(0), rows.at(-1)];
  return (
    <figure className={styles['chart']}>
      <figcaption>
        <strong>{title}</strong>
        {series.map((each) => (
          <span key={each.title} className={styles['key']}>
            <svg aria-hidden="true" viewBox="0 0 10 10" width="10" height="10">
              <rect width="10" height="10" className={styles[each.kind]} />
            </svg>
            {each.title}
          </span>
        ))}
      </figcaption>
      <div className={styles['plot']}>
        <div className={styles['ticks']} aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{text(tick)}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={`${title}, as bars. The table has the figures.`}
          viewBox={`0 0 ${rows.length} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {ticks.map((tick) => (
            <line key={tick} x1="0" x2={rows.length} y1={y(tick)} y2={y(tick)} className={styles['grid']} />
          ))}
          {rows.map((row, index) => (
            <Bar key={labelOf(row)} row={row} x={index} y={y} label={labelOf(row)} series={series} text={text} />
          ))}
        </svg>
        <div className={styles['ends']} aria-hidden="true">
          <span>{first && labelOf(first)}</span>
          {rows.length > 1 && <span>{last && labelOf(last)}</span>}
        </div>
      </div>
    </figure>
  );
}

interface BarProps<Row> extends Pick<ChartProps<Row>, 'series' | 'text'> {
  readonly row: Row;
  readonly x: number;
  readonly y: (value: number) => number;
  readonly label: string;
}

function Bar<Row>({ row, x, y, label, series, text }: BarProps<Row>): ReactElement {
  let base = 0;
  const parts = series.map(({ title, kind, value }) => {
    const from = base;
    base += value(row);
    const [top, bottom] = [y(Math.max(from, base)), y(Math.min(from, base))];
    return { title, kind, top, height: bottom - top, value: value(row) };
  });
  return (
    <g>
      {/* The pointer shows the figures anywhere above and below the bar. */}
      <title>{`${label}: ${parts.map(({ title, value }) => `${title} ${text(value)}`).join(', ')}`}</title>
      <rect x={x} y="0" width="1" height={HEIGHT} className={styles['area']} />
      {parts.map(
        ({ title, kind, top, height }) =>
          height > 0 && <rect key={title} x={x + 0.1} y={top} width="0.8" height={height} className={styles[kind]} />,
      )}
    </g>
  );
}
