import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { Dialog } from '../../ui/dialog';
import { Secret } from './secret';
import { WebhookForm } from './webhook-form';
import { NEW_WEBHOOK, type WebhookValues } from './webhook-values';

export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: ({ description, ...values }: WebhookValues) =>
      client.webhooks.create(description === '' ? values : { ...values, description }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [mode, 'Webhooks'] }),
  });
  const created = create.data;
  if (created !== undefined) {
    const open = (): void => {
      onClose();
      void navigate({ to: '/$mode/webhooks/$id', params: { mode, id: created.id } });
    };
    return (
      <Dialog title="Create webhook" onClose={open}>
        <Secret secret={created.secret} done={`The webhook ${created.id} was created.`} onClose={open} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Create webhook" onClose={onClose}>
      <WebhookForm
        values={NEW_WEBHOOK}
        submit="Create"
        isPending={create.isPending}
        error={create.error}
        onSubmit={(values) => create.mutate(values)}
        onClose={onClose}
      />
    </Dialog>
  );
}
