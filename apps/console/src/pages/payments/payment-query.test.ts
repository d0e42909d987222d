import type { Svc } from '@svc/sdk';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { paymentQuery } from './payment-query.js';

const updatedAt = '2026-11-21T09:30:00.000Z';

/** A payment of 6.00 EUR whose refund fails after some reads. */
function serviceWithRefund(readsBefore: number): Svc {
  let reads = 0;
  const answer = <Answer>(before: Answer, after: Answer) =>
    Promise.resolve().then(() => (reads++ < readsBefore ? before : after));
  const payment = { status: 'completed', stage: null, updatedAt };
  return {
    payments: {
      retrieve: () => answer({ ...payment, refundedAmount: 600 }, { ...payment, refundedAmount: 0 }),
      timeline: () => answer({ data: ['pending'] }, { data: ['pending', 'failed'] }),
      refunds: () =>
        answer(
          { data: [{ status: 'pending', updatedAt }], hasMore: false },
          { data: [{ status: 'failed', updatedAt }], hasMore: false },
        ),
    },
  } as unknown as Svc;
}

it.each([0, 1, 2, 3, 4])(
  'a refund that fails after %d reads is shown as failed, or read again soon',
  async (readsBefore) => {
    const { queryKey, queryFn, refetchInterval } = paymentQuery(serviceWithRefund(readsBefore), 'test', 'pay_1');
    const queries = new QueryClient();
    const data = await queries.query({ queryKey, queryFn });
    const query = queries.getQueryCache().find<typeof data, Error>({ queryKey });
    if (query === undefined || typeof refetchInterval !== 'function') throw new Error('the payment is not read again');
    if (refetchInterval(query as never) === 10_000) return;
    expect(data).toMatchObject({
      payment: { refundedAmount: 0 },
      refunds: [{ status: 'failed' }],
      timeline: ['pending', 'failed'],
    });
  },
);
