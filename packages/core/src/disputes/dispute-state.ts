import type { Movement } from '../ledger/posting-rules.js';
import type { ReportedDispute } from '../processors/payment-processor.js';

export type DisputeStatus = ReportedDispute['status'];

/** What a report can change of a dispute. */
export type DisputeState = Pick<
  ReportedDispute,
  'status' | 'reason' | 'evidenceDueBy' | 'processorUrl' | 'withdrawn'
> & {
  /** In the currency's smallest unit. */
  readonly amountValue: string;
  /** What was given back of it, in the currency's smallest unit. */
  readonly reinstatedValue: string;
};

/** A change of a dispute: its event, and the money that moved with it. */
export interface DisputeStep {
  readonly type: 'dispute.opened' | 'dispute.updated' | 'dispute.closed';
  readonly movement: DisputeMovement | undefined;
}

export type DisputeMovement = Extract<Movement, `dispute ${string}`>;

const CLOSED: ReadonlySet<DisputeStatus> = new Set(['won', 'lost', 'prevented', 'closed']);

type ReportedState = Omit<ReportedDispute, 'authorization' | 'currency'>;

/** The state after a report. Money that was once reported as moved has moved, and the ledger has its amount. */
export function mergedDispute(stored: DisputeState | undefined, reported: ReportedState): DisputeState {
  const { status, reason, evidenceDueBy, processorUrl } = reported;
  const amountValue = stored?.withdrawn === true ? stored.amountValue : String(reported.amountValue);
  const reinstated = reported.reinstated === 'all' ? Number(amountValue) : reported.reinstated;
  const isReturned = stored !== undefined && stored.reinstatedValue !== '0';
  return {
    ...{ status, reason, evidenceDueBy, processorUrl, amountValue },
    withdrawn: reported.withdrawn || stored?.withdrawn === true,
    reinstatedValue: isReturned ? stored.reinstatedValue : String(Math.min(reinstated, Number(amountValue))),
  };
}

/** What is withdrawn now, in the currency's smallest unit. */
export function withdrawnValue({ withdrawn, amountValue, reinstatedValue }: DisputeState): number {
  return withdrawn ? Number(amountValue) - Number(reinstatedValue) : 0;
}

/** The amount of a movement of money. */
export function movedValue(movement: DisputeMovement, { amountValue, reinstatedValue }: DisputeState): string {
  return movement === 'dispute withdrawn' ? amountValue : reinstatedValue;
}

/** The changes from a stored dispute, or from none, to the next state. Each movement of money has an event of its own. */
export function disputeSteps(stored: DisputeState | undefined, next: DisputeState): DisputeStep[] {
  const movements: DisputeStep['movement'][] = [];
  if (next.withdrawn && stored?.withdrawn !== true) movements.push('dispute withdrawn');
  if (next.reinstatedValue !== (stored?.reinstatedValue ?? '0')) movements.push('dispute reinstated');
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
