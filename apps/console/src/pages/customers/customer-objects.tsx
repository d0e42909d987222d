import type { PaymentMethod } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { FailureNotice } from '../../ui/notice';
import { Table, type Column } from '../../ui/table';
import { PAYMENT_COLUMNS } from '../payments/payment-columns';
import { RemoveMethod } from './delete-customer';
import { customerObjectsQuery } from './customer-query';

const METHOD_COLUMNS: readonly Column<PaymentMethod>[] = [
  { title: 'Type', cell: ({ type, brand }) => [type, brand].filter(Boolean).join(', ') },
  { title: 'Ends with', cell: ({ last4 }) => last4 },
  { title: 'Expires', cell: expiryText },
  { title: 'Added', cell: ({ createdAt }) => timeText(createdAt) },
];

/** The latest payments and the payment methods of a customer. */
export function CustomerObjects({ id }: { readonly id: string }): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const { data, error } = useQuery(customerObjectsQuery(client, mode, id));
  if (data === undefined && error !== null) return <FailureNotice error={error} />;
  const actions: Column<PaymentMethod> = {
    title: 'Actions',
    cell: (method) => <RemoveMethod customerId={id} method={method} />,
  };
  const columns = mayUse(session, mode, 'customers:write') ? [...METHOD_COLUMNS, actions] : METHOD_COLUMNS;
  return (
    <>
      {/* A dialog of the page stays open when a later read fails. */}
      {error !== null && <FailureNotice error={error} />}
      <h2>Payments</h2>
      {data?.payments.length === 0 && <p>There are no payments of this customer.</p>}
      {data !== undefined && data.payments.length > 0 && (
        <>
          <Table
            name="Payments"
            items={data.payments}
            pathOf={(payment) => `payments/${payment.id}`}
            columns={PAYMENT_COLUMNS}
          />
          <p>
            <Link to="/$mode/payments" params={{ mode }} search={{ customerId: id }}>
              All payments of this customer
            </Link>
          </p>
        </>
      )}
      <h2>Payment methods</h2>
      {data?.methods.length === 0 && <p>There are no payment methods of this customer.</p>}
      {data !== undefined && data.methods.length > 0 && (
        <Table name="Payment methods" items={data.methods} columns={columns} />
      )}
    </>
  );
}

/** `08/2029`. */
function expiryText({ expiryMonth, expiryYear }: PaymentMethod): string | null {
  if (expiryMonth === null || expiryYear === null) return null;
  return `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;
}
