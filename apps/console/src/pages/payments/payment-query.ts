import type { Payment, Refund, Svc, TimelineEntry } from '@svc/sdk';
import { queryOptions } from '@tanstack/react-query';
import { pollAfterFailureMs } from '../../lib/polling';
import type { Mode } from '../../session/client';
import { refreshAfter } from './payment-actions';

/** A payment with what happened to it. */
export interface PaymentState {
  readonly payment: Payment;
  readonly timeline: readonly TimelineEntry[];
  /** The latest refunds. */
  readonly refunds: readonly Refund[];
  readonly hasMoreRefunds: boolean;
}

/** Reads a payment, and reads it again while something moves, or after a failure. */
export function paymentQuery(client: Svc, mode: Mode, id: string) {
  return queryOptions({
    queryKey: [mode, 'payment', id],
    queryFn: async ({ signal }): Promise<PaymentState> => {
      // One after the other: nothing is read again once payment and refunds are final, so what follows must be at least as new.
      const first = await client.payments.retrieve(id, { signal });
      const refunds = await client.payments.refunds(id, { limit: 20 }, { signal });
      // A refund that has ended since then has changed its payment.
      const payment = refunds.data.length === 0 ? first : await client.payments.retrieve(id, { signal });
      const timeline = await client.payments.timeline(id, { signal });
      return {
        payment,
        timeline: timeline.data,
        refunds: refunds.data,
        hasMoreRefunds: refunds.hasMore,
      };
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (error !== null) return pollAfterFailureMs(error);
      return data !== undefined && refreshAfter(data.payment, data.refunds);
    },
  });
}
