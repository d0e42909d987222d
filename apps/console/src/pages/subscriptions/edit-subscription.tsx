import type { Subscription } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { useSeen } from '../../lib/seen';
import { Choice } from '../../ui/choices';
import { DialogForm } from '../../ui/dialog-form';
import { changesTo } from './new-subscription';
import { subscriptionFacts, subscriptionSubject } from './subscription-facts';
import { SubscriptionFields } from './subscription-fields';

interface EditSubscriptionProps {
  readonly subscription: Subscription;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Changes what is different from the version that was open. If somebody else has changed it since, says what first. */
export function EditSubscription({ subscription, onDone, onClose }: EditSubscriptionProps): ReactElement {
  const { mode, client } = useMode();
  // What the form began with: the query of the page may be read again at any time.
  const [opened] = useState(subscription);
  const { id } = subscription;
  const [, update] = useSeen(subscription, () => client.subscriptions.retrieve(id), subscriptionFacts);
  return (
    <DialogForm
      title="Edit subscription"
      about={subscriptionSubject(opened, mode)}
      action="Save"
      run={async (_, form) => {
        const changes = changesTo(opened, form);
        return update((options) => client.subscriptions.update(id, changes, options));
      }}
      onDone={() => {
        onDone('The subscription was saved.');
        onClose();
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>A new price or interval applies from the next period.</p>
          <SubscriptionFields subscription={opened} errors={errors} />
          <Choice
            name="cancelAtPeriodEnd"
            value="true"
            label="End with the current period"
            isChosen={opened.cancelAtPeriodEnd}
          />
        </>
      )}
    </DialogForm>
  );
}
