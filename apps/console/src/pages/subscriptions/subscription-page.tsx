import type { Subscription, WebhookEvent } from '@svc/sdk';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { DialogButtons } from '../../ui/dialog';
import { List } from '../../ui/list';
import { SuccessNotice } from '../../ui/notice';
import { ObjectPage } from '../../ui/object-page';
import type { Column } from '../../ui/table';
import { CancelSubscription } from './cancel-subscription';
import { EditSubscription } from './edit-subscription';
import { subscriptionFacts } from './subscription-facts';
import { SubscriptionPayments } from './subscription-payments';

const EVENT_COLUMNS: readonly Column<WebhookEvent>[] = [
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Created', cell: ({ created }) => timeText(created) },
];

export function SubscriptionPage(): ReactElement {
  const { mode, client } = useMode();
  const { id } = useParams({ from: '/$mode/subscriptions/$id' });
  const search = useSearch({ from: '/$mode/subscriptions/$id' });
  const [done, setDone] = useState<string | null>(null);
  const session = useSession();
  const maySeeEvents = mayUse(session, mode, 'webhooks:read');
  const maySeePayments = mayUse(session, mode, 'payments:read');
  return (
    <>
      <SuccessNotice>{done}</SuccessNotice>
      <ObjectPage
        name="subscription"
        id={id}
        read={(signal) => client.subscriptions.retrieve(id, { signal })}
        statusOf={({ status }) => status}
        factsOf={subscriptionFacts}
        call={retrieve('subscriptions', id)}
      >
        {(subscription) => (
          <>
            <SubscriptionActions subscription={subscription} onDone={setDone} />
            {maySeePayments && <SubscriptionPayments id={id} />}
            {maySeeEvents && (
              <>
                <h2>Events</h2>
                <List
                  name="Events"
                  of={id}
                  search={search}
                  load={(signal) => client.events.list({ ...search, objectId: id }, { signal })}
                  pathOf={(event) => `events/${event.id}`}
                  columns={EVENT_COLUMNS}
                  empty={<p>No events within the retention period.</p>}
                />
              </>
            )}
          </>
        )}
      </ObjectPage>
    </>
  );
}

interface SubscriptionActionsProps {
  readonly subscription: Subscription;
  readonly onDone: (text: string) => void;
}

/** What can be done with a subscription that has not ended. A dialog stays open when it ends. */
function SubscriptionActions({ subscription, onDone }: SubscriptionActionsProps): ReactElement | null {
  const { mode } = useMode();
  const [open, setOpen] = useState<'edit' | 'cancel'>();
  const mayWrite = mayUse(useSession(), mode, 'customers:write');
  if (!mayWrite) return null;
  const dialog = { subscription, onDone, onClose: () => setOpen(undefined) };
  return (
    <>
      {subscription.status !== 'cancelled' && (
        <DialogButtons>
          <Button onClick={() => setOpen('edit')}>Edit</Button>
          <Button kind="danger" onClick={() => setOpen('cancel')}>
            Cancel subscription
          </Button>
        </DialogButtons>
      )}
      {open === 'edit' && <EditSubscription {...dialog} />}
      {open === 'cancel' && <CancelSubscription {...dialog} />}
    </>
  );
}
