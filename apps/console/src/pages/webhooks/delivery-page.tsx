import type { Delivery } from '@svc/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useIdempotencyKey } from '../../lib/idempotency-key';
import { useMode } from '../../lib/modes';
import { statusText } from '../../lib/status-text';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { ObjectFailure } from '../../ui/object-failure';
import { ObjectTitle } from '../../ui/object-title';
import { Attempts } from './attempts';
import { isOpen, refreshMs } from './delivery-state';
import { deliveryFacts } from './webhook-facts';
import { webhookQuery } from './webhook-query';
import { WhyItFailed } from './why-it-failed-region';

/** One delivery, which is read again until it is final. */
export function DeliveryPage(): ReactElement {
  const { mode, client } = useMode();
  const { id, deliveryId } = useParams({ from: '/$mode/webhooks/$id/deliveries/$deliveryId' });
  const navigate = useNavigate();
  const mayWrite = mayUse(useSession(), mode, 'webhooks:write');
  const { data: delivery, error } = useQuery({
    queryKey: [mode, 'delivery', deliveryId],
    queryFn: ({ signal }) => client.deliveries.retrieve(deliveryId, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && refreshMs(state.data, Date.now()),
  });
  // A deleted webhook is not found. Its deliveries still are.
  const { data: endpoint } = useQuery(webhookQuery(mode, client, id));
  const [key, renewKey] = useIdempotencyKey();
  const sendAgain = useMutation({
    mutationFn: () => client.deliveries.redeliver(deliveryId, { idempotencyKey: `${key}-${deliveryId}` }),
    onSuccess: (again) => {
      renewKey();
      return navigate({ to: '/$mode/webhooks/$id/deliveries/$deliveryId', params: { mode, id, deliveryId: again.id } });
    },
  });
  const isNew = delivery !== undefined && sendAgain.data?.id === delivery.id;
  return (
    <>
      <p>
        <Link to="/$mode/webhooks/$id" params={{ mode, id }}>
          Webhook {id}
        </Link>
      </p>
      <ObjectTitle id={deliveryId} status={delivery?.status} />
      <SuccessNotice>{isNew ? sentAgainText(delivery) : null}</SuccessNotice>
      {error !== null && <ObjectFailure error={error} />}
      {sendAgain.error !== null && <FailureNotice error={sendAgain.error} />}
      {delivery !== undefined && (
        <>
          <Facts facts={deliveryFacts(delivery, endpoint)} />
          {mayWrite && (
            <div>
              <Button kind="primary" isBusy={sendAgain.isPending} onClick={() => sendAgain.mutate()}>
                Send again
              </Button>
            </div>
          )}
          <WhyItFailed delivery={delivery} acknowledgeOn={endpoint?.acknowledgeOn ?? '200'} />
          <Attempts delivery={delivery} />
        </>
      )}
    </>
  );
}

function sentAgainText(delivery: Delivery): string {
  return isOpen(delivery)
    ? 'The event is being sent again, as this new delivery.'
    : `The event was sent again. This delivery is ${statusText(delivery.status)}.`;
}
