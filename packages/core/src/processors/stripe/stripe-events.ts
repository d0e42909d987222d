import type Stripe from 'stripe';
import { reasonOf } from '../../platform/errors/domain-error.js';
import type { Logger } from '../../platform/logger.js';
import type { EventPage, EventRequest, ProcessorCallback, ProcessorNotice } from '../payment-processor.js';
import { subjectOf, SWEPT_EVENTS } from './stripe-callback.js';
import type { StripeAnswer, StripeCalls } from './stripe-calls.js';
import type { StripeOwnership } from './stripe-ownership.js';

const PAGE = 100;

export interface StripeEventsDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
  readonly livemode: boolean;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Reads a page of the account's events, the newest first. Events of the same object are one report. */
export async function listStripeEvents(
  { since, cursor }: EventRequest,
  dependencies: StripeEventsDependencies,
): Promise<EventPage> {
  const params: Stripe.EventListParams = {
    types: [...SWEPT_EVENTS],
    created: { gte: Math.floor(since.getTime() / 1_000) },
    limit: PAGE,
    ...(cursor === null ? {} : { starting_after: cursor }),
  };
  const answer: StripeAnswer<Pick<Stripe.ApiList<Stripe.Event>, 'data' | 'has_more'>> = await dependencies.calls.ask(
    (sdk) => sdk.events.list(params),
  );
  const { object: page, failure } = answer;
  // Stripe keeps events for 30 days.
  if (failure?.kind === 'refused' && cursor !== null) return { kind: 'unknown_cursor' };
  if (failure !== undefined) return { kind: 'unavailable', reason: `${failure.code}: ${failure.message}` };
  const last = page.data.at(-1);
  const next = page.has_more && last !== undefined ? last.id : null;
  return { kind: 'page', ...reportsOf(page.data, dependencies), next };
}

function reportsOf(
  events: readonly Stripe.Event[],
  { owner, livemode, logger }: StripeEventsDependencies,
): Pick<Extract<EventPage, { kind: 'page' }>, 'reports' | 'hasFailed'> {
  const reports = new Map<string, ProcessorCallback | ProcessorNotice>();
  let hasFailed = false;
  for (const event of events.filter((each) => each.livemode === livemode)) {
    try {
      const report = subjectOf(event, owner);
      if (report !== undefined) reports.set(JSON.stringify(report), report);
    } catch (error) {
      hasFailed = true;
      logger.warn(
        { event: 'stripe_event_unreadable', id: event.id, reason: reasonOf(error) },
        'could not read an event of Stripe; the next sweep retries it',
      );
    }
  }
  return { reports: [...reports.values()], hasFailed };
}
