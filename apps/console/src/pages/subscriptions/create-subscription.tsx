import type { CreateSubscription as NewSubscription } from '@svc/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useMode } from '../../lib/modes';
import { failureOf } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { FailureNotice } from '../../ui/notice';
import { newSubscription } from './new-subscription';
import { SubscriptionFields } from './subscription-fields';

/** Creates a subscription once, and leads to its page. */
export function CreateSubscription({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [isAmountWrong, setAmountWrong] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (entered: NewSubscription) => client.subscriptions.create(entered, { idempotencyKey }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: [mode, 'Subscriptions'] });
      await navigate({ to: '/$mode/subscriptions/$id', params: { mode, id } });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entered = newSubscription(new FormData(event.currentTarget));
    setAmountWrong(entered === undefined);
    if (entered !== undefined && !isPending) mutate(entered);
  };
  const { fields } = failureOf(error);
  const errors = isAmountWrong ? { ...fields, '/amount/value': 'Enter an amount, such as 10.00.' } : fields;
  return (
    <Dialog title="Create subscription" onClose={onClose}>
      <form onSubmit={submit}>
        {error !== null && <FailureNotice error={error} />}
        <SubscriptionFields errors={errors} />
        <DialogButtons>
          <Button kind="primary" type="submit" disabled={isPending}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
