import type { Subscription } from '@svc/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { textOf } from '../../lib/form';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';

interface CancelSubscriptionProps {
  readonly subscription: Subscription;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Cancels a subscription now, or at the end of its current period. */
export function CancelSubscription({ subscription, onDone, onClose }: CancelSubscriptionProps): ReactElement {
  const { id } = subscription;
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, error, isPending } = useMutation({
    mutationFn: (atPeriodEnd: boolean) => client.subscriptions.cancel(id, { atPeriodEnd }, { idempotencyKey }),
    onSuccess: async (cancelled) => {
      onDone(cancelled.status === 'cancelled' ? 'The subscription was cancelled.' : 'The subscription will end.');
      onClose();
      await queries.invalidateQueries({ queryKey: [mode] });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isPending) mutate(textOf(new FormData(event.currentTarget), 'when') === 'end');
  };
  return (
    <Dialog title="Cancel subscription" onClose={onClose}>
      <form onSubmit={submit}>
        {error !== null && <FailureNotice error={error} />}
        <Field label="When" hint="There are no more payments after that. What was paid is not refunded.">
          {(control) => (
            <select {...control} name="when" defaultValue="end">
              <option value="end">at the end of the current period</option>
              <option value="now">now</option>
            </select>
          )}
        </Field>
        <DialogButtons>
          <Button kind="danger" type="submit" disabled={isPending}>
            Cancel it
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
