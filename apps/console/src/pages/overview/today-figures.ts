import type { AnalyticsSummaryRow } from '@svc/sdk';
import { AMOUNTS, COUNTS, type FigureColumn } from '../analytics/figures';

/** The figures of a currency, as columns of a table. */
export const FIGURES: readonly FigureColumn[] = [...COUNTS, ...AMOUNTS];

/** Whether anything happened in a currency. Refunds and disputes may be of payments of other days. */
export function hasFigures({ count, refunded, disputed }: AnalyticsSummaryRow): boolean {
  return [count, refunded.value, disputed.value].some((figure) => figure !== 0);
}
