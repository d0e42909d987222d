import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, SubmitEvent } from 'react';
import { textOf } from '../../lib/form';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';
import { Secret } from './secret';
import type { ActionProps } from './webhook-actions';
import { webhookQuery } from './webhook-query';

/** Gives a webhook a new secret. */
export function RotateSecretDialog({ read, onClose, onDone }: ActionProps): ReactElement {
  const { id } = read.webhook;
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: (overlapSeconds: number) =>
      client.webhooks.rotateSecret(id, { overlapSeconds }, { ifMatch: read.etag }),
    onSettled: () => queries.invalidateQueries(webhookQuery(mode, client, id)),
  });
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!rotate.isPending) rotate.mutate(Number(textOf(new FormData(event.currentTarget), 'overlap')));
  };
  if (rotate.data !== undefined) {
    const close = (): void => {
      onDone('The secret was rotated.');
      onClose();
    };
    return (
      <Dialog title="Rotate secret" onClose={close}>
        <Secret secret={rotate.data.secret} done="The webhook has a new secret." onClose={close} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Rotate secret" onClose={onClose}>
      <form onSubmit={send}>
        {rotate.error !== null && <FailureNotice error={rotate.error} />}
        <Field
          label="The old secret signs for"
          hint="Until then, deliveries carry both signatures, so that you can exchange the secret without losing any."
        >
          {(control) => (
            <select {...control} name="overlap" defaultValue="86400">
              <option value="86400">1 more day</option>
              <option value="604800">7 more days</option>
              <option value="3600">1 more hour</option>
              <option value="0">no longer (it is known to others)</option>
            </select>
          )}
        </Field>
        <DialogButtons>
          <Button kind="primary" type="submit" disabled={rotate.isPending}>
            Rotate
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
