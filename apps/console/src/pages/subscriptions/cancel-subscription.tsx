import type { Subscription } from '@svc/sdk';
import type { ReactElement } from 'react';
import { textOf } from '../../lib/form';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { subscriptionSubject } from './subscription-facts';

interface CancelSubscriptionProps {
  readonly subscription: Subscription;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Cancels a subscription now, or at the end of its current period. */
export function CancelSubscription({ subscription, onDone, onClose }: CancelSubscriptionProps): ReactElement {
  const { mode, client } = useMode();
  return (
    <DialogForm
      title="Cancel subscription"
      about={subscriptionSubject(subscription, mode)}
      action="Cancel subscription"
      isDangerous
      run={(idempotencyKey, form) => {
        const atPeriodEnd = textOf(form, 'when') === 'end';
        return client.subscriptions.cancel(subscription.id, { atPeriodEnd }, { idempotencyKey });
      }}
      onDone={({ status }) => {
        onDone(status === 'cancelled' ? 'The subscription was cancelled.' : 'The subscription will end.');
        onClose();
      }}
      onClose={onClose}
    >
      <Field label="When" hint="There are no more payments after that. What was paid is not refunded.">
        {(control) => (
          <select {...control} name="when" defaultValue="end">
            <option value="end">at the end of the current period</option>
            <option value="now">now</option>
          </select>
        )}
      </Field>
    </DialogForm>
  );
}
