import type { AnalyticsSummaryRow } from '@svc/sdk';
import { moneyText } from '../../lib/money';

/** The figures of a currency, as columns of a table. Gross minus refunded and disputed is net. */
export const FIGURES: readonly (readonly [title: string, text: (row: AnalyticsSummaryRow) => string | number])[] = [
  ['Payments', ({ count }) => count],
  ['Completed', ({ completed }) => completed],
  ['Failed', ({ failed }) => failed],
  ['Gross', ({ gross }) => moneyText(gross)],
  ['Refunded', ({ refunded }) => moneyText(refunded)],
  ['Disputed', ({ disputed }) => moneyText(disputed)],
  ['Net', ({ net }) => moneyText(net)],
];

/** Whether anything happened in a currency. Refunds and disputes may be of payments of other days. */
export function hasFigures({ count, refunded, disputed }: AnalyticsSummaryRow): boolean {
  return [count, refunded.value, disputed.value].some((figure) => figure !== 0);
}
