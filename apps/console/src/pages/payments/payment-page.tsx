import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { FailureNotice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';

export function PaymentPage(): ReactElement {
  const { mode, client } = useMode();
  const { id } = useParams({ from: '/$mode/payments/$id' });
  const { data: payment, error } = useQuery({
    queryKey: [mode, 'payment', id],
    queryFn: ({ signal }) => client.payments.retrieve(id, { signal }),
  });
  return (
    <>
      <PageTitle title={id} />
      {error !== null && <FailureNotice error={error} />}
      {payment !== undefined && (
        <p>
          {moneyText(payment.amount)} <Status status={payment.stage ?? payment.status} />
        </p>
      )}
    </>
  );
}
