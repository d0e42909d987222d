import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { FailureNotice } from '../../ui/notice';
import { Table } from '../../ui/table';
import { PAYMENT_COLUMNS } from '../payments/payment-columns';

const LATEST = 10;

/** The latest payments of a subscription. */
export function SubscriptionPayments({ id }: { readonly id: string }): ReactElement {
  const { mode, client } = useMode();
  const { data: page, error } = useQuery({
    queryKey: [mode, 'subscription payments', id],
    queryFn: ({ signal }) => client.payments.list({ subscriptionId: id, limit: LATEST }, { signal }),
  });
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
