import type { ReportedRow } from '../platform/reports/report-source.js';

export const DIFFERENCE_COLUMNS: readonly string[] = [
  ...['against', 'kind', 'id', 'paymentId'],
  ...['recorded.value', 'recorded.currency', 'found.value', 'found.currency'],
  ...['reference', 'operation', 'differs', 'recordedStatus', 'foundStatus', 'processor'],
];

interface ComparedAmount {
  readonly value: number;
  readonly currency: string | null;
}

export interface Difference {
  readonly against: 'ledger' | 'attempts' | 'refunds' | 'disputes' | 'acquirer';
  readonly kind: 'missing' | 'unexpected' | 'different' | 'not_compared';
  readonly id: string | null;
  readonly paymentId: string | null;
  /** The amount by the payment, refund or dispute; null if it says that no money has moved. */
  readonly recorded: ComparedAmount | null;
  readonly found: ComparedAmount | null;
  /** The acquirer's reference of the operation. */
  readonly reference?: string | null;
  readonly operation?: string | null;
  readonly differs?: readonly string[] | null;
  readonly recordedStatus?: string | null;
  readonly foundStatus?: string | null;
  /** The public id of the processor whose statement it is. */
  readonly processor?: string | null;
}

export function money(value: string | null, currency: string | null): ComparedAmount | null {
  return value === null ? null : { value: Number(value), currency };
}

/** Returns the row of a difference, at its place in the order of ids. */
export function presentDifference(
  place: string,
  {
    against,
    kind,
    id,
    paymentId,
    recorded,
    found,
    reference = null,
    operation = null,
    differs = null,
    recordedStatus = null,
    foundStatus = null,
    processor = null,
  }: Difference,
): ReportedRow {
  const amounts = { recorded, found };
  const told = { reference, operation, differs, recordedStatus, foundStatus, processor };
  return { id: place, row: { against, kind, id, paymentId, ...amounts, ...told } };
}
