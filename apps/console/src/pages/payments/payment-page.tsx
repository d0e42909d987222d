import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { ObjectFailure } from '../../ui/object-failure';
import { ObjectTitle } from '../../ui/object-title';
import { PaymentDetails } from './payment-details';
import { PaymentActions } from './payment-action-bar';
import { paymentQuery } from './payment-query';

export function PaymentPage(): ReactElement {
  const { mode, client } = useMode();
  const { id } = useParams({ from: '/$mode/payments/$id' });
  const { data, error, isPending } = useQuery(paymentQuery(client, mode, id));
  return (
    <>
      <ObjectTitle id={id} status={data?.payment.stage ?? data?.payment.status} />
      {error !== null && <ObjectFailure error={error} />}
      {isPending && <p role="status">Loading</p>}
      {data !== undefined && (
        <>
          <PaymentActions state={data} />
          <PaymentDetails state={data} />
        </>
      )}
    </>
  );
}
