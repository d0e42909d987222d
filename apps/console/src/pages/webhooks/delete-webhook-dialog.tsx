import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { FailureNotice } from '../../ui/notice';
import type { ActionProps } from './webhook-actions';

export function DeleteWebhookDialog({ read: { webhook, etag }, onClose }: ActionProps): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.webhooks.delete(webhook.id, { ifMatch: etag }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [mode, 'Webhooks'] });
      await navigate({ to: '/$mode/webhooks', params: { mode } });
    },
  });
  return (
    <Dialog title="Delete webhook" onClose={onClose}>
      {remove.error !== null && <FailureNotice error={remove.error} />}
      <p>
        <strong>{webhook.url}</strong> receives no more events. Waiting deliveries are cancelled. This cannot be undone.
      </p>
      <DialogButtons>
        <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete webhook
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </DialogButtons>
    </Dialog>
  );
}
