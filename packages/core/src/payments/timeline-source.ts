import type { Schemas } from '@svc/contract';
import type { Caller } from '../security/caller.js';
import { Registry } from '../platform/wiring/registry.js';

/** What another concept adds to the timeline of a payment. */
export interface TimelinePart {
  readonly entries: readonly Schemas['TimelineEntry'][];
  /** The objects whose events' deliveries belong to the timeline as well. */
  readonly objectIds: readonly string[];
}

/** Adds what another concept knows about a payment to its timeline. */
export interface TimelineSource {
  /** What there is about the payment with that id, the first entries first, at most `limit`. */
  of(caller: Caller, paymentId: string, limit: number): Promise<TimelinePart>;
}

export class TimelineSources extends Registry<TimelineSource> {}
