import { TenantConcurrency } from '../platform/queues/tenant-concurrency.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Slots } from '../platform/queues/fair-worker.js';
import type { CallLimits, EndedCall } from './call-limits.js';
import type { ProcessorOutcome } from './payment-processor.js';

const ANSWERS = new Set<ProcessorOutcome['kind']>(['approved', 'declined', 'pending', 'requires_action']);

/** A row in progress. */
export interface CallSlot {
  readonly environmentId: number;
  /** The processor that it is counted for; undefined if its calls are not limited. */
  readonly processor: string | undefined;
  readonly since: number;
  /** How its calls ended, once known. */
  outcome?: ProcessorOutcome;
}

/** Limits the rows in progress by environment, and by processor together with other runners. */
export class CallSlots implements Slots<CallSlot> {
  readonly hasRoom = true;
  private readonly tenants = new TenantConcurrency();

  constructor(private readonly limits: CallLimits) {}

  take(ref: WorkRef): CallSlot | undefined {
    const processor = this.limits.isLimited(ref.processor) ? ref.processor : undefined;
    if (processor !== undefined && !this.limits.admits(processor)) return undefined;
    const environmentId = this.tenants.take(ref);
    if (environmentId === undefined) return undefined;
    if (processor !== undefined) this.limits.enter(processor);
    return { environmentId, processor, since: performance.now() };
  }

  free({ environmentId, processor, since, outcome }: CallSlot): void {
    this.tenants.free(environmentId);
    if (processor === undefined) return;
    const ended = outcome && { tookMs: performance.now() - since, answer: answerOf(outcome) };
    this.limits.leave(processor, ended);
  }
}

function answerOf(outcome: ProcessorOutcome): EndedCall['answer'] {
  if (outcome.kind === 'later' && outcome.reason === 'rate_limited') return 'refused';
  return ANSWERS.has(outcome.kind) ? 'accepted' : undefined;
}
