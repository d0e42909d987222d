import type { Movement } from '../ledger/posting-rules.js';
import type { ReportedDispute } from '../processors/payment-processor.js';

export type DisputeStatus = ReportedDispute['status'];

/** What a report can change of a dispute. */
export type DisputeState = Pick<
  ReportedDispute,
  'status' | 'reason' | 'evidenceDueBy' | 'processorUrl' | 'withdrawn' | 'reinstated'
> & {
  /** In the currency's smallest unit. */
  readonly amountValue: string;
};

/** A change of a dispute: its event, and the money that moved with it. */
export interface DisputeStep {
  readonly type: 'dispute.opened' | 'dispute.updated' | 'dispute.closed';
  readonly movement: Extract<Movement, `dispute ${string}`> | undefined;
}

const CLOSED: ReadonlySet<DisputeStatus> = new Set(['won', 'lost', 'prevented', 'closed']);

/** The state after a report. Money that was once reported as moved has moved, and the ledger has its amount. */
export function mergedDispute(stored: DisputeState | undefined, reported: DisputeState): DisputeState {
  const { status, reason, evidenceDueBy, processorUrl } = reported;
  return {
    ...{ status, reason, evidenceDueBy, processorUrl },
    amountValue: stored?.withdrawn === true ? stored.amountValue : reported.amountValue,
    withdrawn: reported.withdrawn || stored?.withdrawn === true,
    reinstated: reported.reinstated || stored?.reinstated === true,
  };
}

/** The changes from a stored dispute, or from none, to the next state. Each movement of money has an event of its own. */
export function disputeSteps(stored: DisputeState | undefined, next: DisputeState): DisputeStep[] {
  const movements: DisputeStep['movement'][] = [];
  if (next.withdrawn && stored?.withdrawn !== true) movements.push('dispute withdrawn');
  if (next.reinstated && stored?.reinstated !== true) movements.push('dispute reinstated');
  const first = stored === undefined ? (['dispute.opened'] as const) : [];
  const last = CLOSED.has(next.status) && stored?.status !== next.status ? (['dispute.closed'] as const) : [];
  const isChanged = stored !== undefined && !isSame(stored, next);
  const named = first.length + last.length;
  const count = Math.max(movements.length, named, isChanged ? 1 : 0);
  const between = Array.from({ length: count - named }, () => 'dispute.updated' as const);
  return [...first, ...between, ...last].map((type, index) => ({ type, movement: movements[index] }));
}

function isSame(one: DisputeState, other: DisputeState): boolean {
  return (
    one.status === other.status &&
    one.amountValue === other.amountValue &&
    one.reason === other.reason &&
    one.evidenceDueBy?.getTime() === other.evidenceDueBy?.getTime() &&
    one.processorUrl === other.processorUrl
  );
}
