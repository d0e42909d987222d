import type { AnalyticsSummary, AnalyticsSummaryRow, SummaryInterval } from '@svc/sdk';
import { decimalText, moneyText } from '../../lib/money';
import { dayOfEnd, dayOfStart, isZone, timeText } from '../../lib/time';

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const satisfies readonly SummaryInterval[];

/** The rows of each currency, in the order of the currencies. */
export function byCurrency(rows: readonly AnalyticsSummaryRow[]): Map<string, AnalyticsSummaryRow[]> {
  const groups = new Map<string, AnalyticsSummaryRow[]>();
  for (const row of rows) {
    const group = groups.get(row.currency);
    if (group === undefined) groups.set(row.currency, [row]);
    else group.push(row);
  }
  return new Map([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The name of an interval: its day or month, or its hour with the offset of the time zone. */
export function intervalText(start: string, interval: SummaryInterval, timezone: string): string {
  const [day = '', time = '', offset] = timeText(start, zoneOf({ timezone })).split(' ');
  if (interval === 'month') return day.slice(0, 7);
  return interval === 'hour' ? `${day} ${time.slice(0, 5)} ${offset}` : day;
}

/** The time zone of the intervals: the browser may not know it. */
export function zoneOf({ timezone = 'UTC' }: { readonly timezone?: string | undefined }): string {
  return isZone(timezone) ? timezone : 'UTC';
}

/** How many of the payments with an outcome are completed: `75.0 %`. */
export function rateText(rate: number | null): string {
  return rate === null ? '' : `${(rate * 100).toFixed(1)} %`;
}

/** A column of figures: its title or name, and what it says of a row. */
export type FigureColumn = readonly [title: string, text: (row: AnalyticsSummaryRow) => string | number];

export const COUNTS: readonly FigureColumn[] = [
  ['Payments', ({ count }) => count],
  ['Completed', ({ completed }) => completed],
  ['Failed', ({ failed }) => failed],
];

/** Gross minus refunded and disputed is net. */
export const AMOUNTS: readonly FigureColumn[] = [
  ['Gross', ({ gross }) => moneyText(gross)],
  ['Refunded', ({ refunded }) => moneyText(refunded)],
  ['Disputed', ({ disputed }) => moneyText(disputed)],
  ['Net', ({ net }) => moneyText(net)],
];

const CSV_COLUMNS: readonly FigureColumn[] = [
  ['start', ({ start }) => start],
  ['end', ({ end }) => end],
  ['currency', ({ currency }) => currency],
  ['count', ({ count }) => count],
  ['completed', ({ completed }) => completed],
  ['failed', ({ failed }) => failed],
  ['gross', ({ gross }) => decimalText(gross)],
  ['refunded', ({ refunded }) => decimalText(refunded)],
  ['disputed', ({ disputed }) => decimalText(disputed)],
  ['net', ({ net }) => decimalText(net)],
  ['successRate', ({ successRate }) => successRate ?? ''],
];

/** The name of the file of a summary, with its first and its last day. */
export function csvName(
  summary: Pick<AnalyticsSummary, 'interval' | 'timezone' | 'createdFrom' | 'createdTo'>,
): string {
  const zone = zoneOf(summary);
  const { interval, createdFrom, createdTo } = summary;
  return `payments-by-${interval}-${dayOfStart(createdFrom, zone)}-${dayOfEnd(createdTo, zone)}.csv`;
}

/** The rows as a file for spreadsheets, by RFC 4180. Amounts are decimals such as `10.00`. */
export function csvOf(rows: readonly AnalyticsSummaryRow[]): string {
  const lines = rows.map((row) => CSV_COLUMNS.map(([, value]) => value(row)).join(','));
  return [CSV_COLUMNS.map(([title]) => title).join(','), ...lines, ''].join('\r\n');
}
