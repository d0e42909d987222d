import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { FailureNotice } from '../../ui/notice';
import { Table } from '../../ui/table';
import { refreshListAfter } from '../payments/payment-actions';
import { PAYMENT_COLUMNS } from '../payments/payment-columns';

const LATEST = 10;

/** The latest payments of a subscription. Their outcomes change the subscription, which is then read again, too. */
export function SubscriptionPayments({ id }: { readonly id: string }): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const { data: page, error } = useQuery({
    queryKey: [mode, 'subscription payments', id],
    queryFn: ({ signal }) => client.payments.list({ subscriptionId: id, limit: LATEST }, { signal }),
    refetchInterval: ({ state }) => refreshListAfter(state.data?.data ?? []),
  });
  const outcomes = page?.data.map((payment) => `${payment.id} ${payment.status}`).join(' ');
  const known = useRef(outcomes);
  useEffect(() => {
    const isChanged = known.current !== undefined && known.current !== outcomes;
    known.current = outcomes;
    if (!isChanged) return;
    // The outcome of a payment and its subscription change together: what is read now is as new as the payments.
    for (const name of ['subscription', 'Events']) void queries.invalidateQueries({ queryKey: [mode, name, id] });
  }, [queries, mode, id, outcomes]);
  if (error !== null) return <FailureNotice error={error} />;
  return (
    <>
      <h2>Payments</h2>
      {page?.data.length === 0 && <p>There are no payments of this subscription yet.</p>}
      {page !== undefined && page.data.length > 0 && (
        <>
          <Table
            name="Payments"
            items={page.data}
            pathOf={(payment) => `payments/${payment.id}`}
            columns={PAYMENT_COLUMNS}
          />
          <p>
            <Link to="/$mode/payments" params={{ mode }} search={{ subscriptionId: id }}>
              All payments of this subscription
            </Link>
          </p>
        </>
      )}
    </>
  );
}
