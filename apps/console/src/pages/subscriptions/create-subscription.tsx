import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { MODE_EFFECTS } from '../../lib/mode-effects';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { newSubscription } from './new-subscription';
import { SubscriptionFields } from './subscription-fields';

/** Creates a subscription once, and leads to its page. */
export function CreateSubscription({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  return (
    <DialogForm
      title="Create subscription"
      about={`${MODE_EFFECTS[mode]} The first payment is charged at once.`}
      action="Create"
      run={async (idempotencyKey, form) => client.subscriptions.create(newSubscription(form), { idempotencyKey })}
      onDone={({ id }) => navigate({ to: '/$mode/subscriptions/$id', params: { mode, id } })}
      onClose={onClose}
    >
      {(errors) => <SubscriptionFields errors={errors} />}
    </DialogForm>
  );
}
