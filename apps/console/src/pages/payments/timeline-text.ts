import type { TimelineEntry } from '@svc/sdk';
import { moneyText } from '../../lib/money';
import { statusText } from '../../lib/status-text';

/** An entry of the timeline in words. */
interface EntryText {
  readonly text: string;
  /** What a person or the processor noted. */
  readonly note: string | null;
}

const STAGES: Readonly<Record<string, string>> = {
  awaiting_approval: 'The payment waits for approval.',
  processing: 'The payment is with the processor.',
  requires_action: 'The payment waits for the customer.',
  authorized: 'The money is held and can be captured.',
  requires_attention: 'The outcome at the processor is unknown. A person has to decide.',
};

const OPERATIONS: Readonly<Record<string, string>> = {
  authorize: 'Authorization',
  capture: 'Capture',
  void: 'Release of the held money',
  refund: 'Refund',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  pending: 'has no answer yet',
  approved: 'was approved',
  declined: 'was declined',
};

const MOVEMENTS: Readonly<Record<string, string>> = {
  withdrawn: 'The processor withdrew the amount',
  reinstated: 'The processor gave the amount back',
};

export function timelineText(entry: TimelineEntry): EntryText {
  switch (entry.type) {
    case 'timeline.state':
      return { text: stateText(entry), note: entry.reason };
    case 'timeline.attempt':
      return { text: attemptText(entry), note: null };
    case 'timeline.refund': {
      const amount = moneyText(entry.amount);
      const { failure } = entry;
      const text = entry.status === 'pending' ? `A refund of ${amount} was created.` : undefined;
      if (failure !== null) return { text: `The refund of ${amount} failed: ${reasonOf(failure)}`, note: entry.reason };
      return { text: text ?? `The refund of ${amount} is ${entry.status}.`, note: entry.reason };
    }
    case 'timeline.dispute': {
      const moved = entry.movement === null ? '' : ` ${MOVEMENTS[entry.movement] ?? entry.movement}.`;
      const text = `The customer's bank disputes ${moneyText(entry.amount)}: ${statusText(entry.status)}.${moved}`;
      return { text, note: entry.reason };
    }
    case 'timeline.delivery': {
      const attempts = entry.attempts === 1 ? '1 attempt' : `${entry.attempts} attempts`;
      const text = `${entry.eventType} to ${entry.webhookId} is ${entry.status}, with ${attempts}.`;
      return { text, note: null };
    }
    default:
      return { text: statusText((entry as { type: string }).type), note: null };
  }
}

type Of<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>;

function stateText({ status, stage, failure }: Of<'timeline.state'>): string {
  if (status === 'completed') return 'The payment is completed.';
  if (failure !== null) return `The payment failed: ${reasonOf(failure)}`;
  return STAGES[stage ?? ''] ?? `The payment is ${statusText(stage ?? status)}.`;
}

function attemptText({ operation, amount, processor, outcome, code }: Of<'timeline.attempt'>): string {
  const what = [OPERATIONS[operation] ?? operation, ...(amount === null ? [] : [`of ${moneyText(amount)}`])].join(' ');
  if (outcome === 'declined' && code === 'not_sent') return `${what} was not sent to ${processor}.`;
  const why = code === null ? '' : ` (${code})`;
  return `${what} at ${processor} ${OUTCOMES[outcome] ?? outcome}${why}.`;
}

function reasonOf({ code, message }: { readonly code: string; readonly message: string }): string {
  return `${message} (${code})`;
}
