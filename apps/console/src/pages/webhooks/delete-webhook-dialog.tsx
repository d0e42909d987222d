import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import type { ActionProps } from './webhook-actions';

export function DeleteWebhookDialog({ webhook, onClose }: ActionProps): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  return (
    <DialogForm
      title="Delete webhook"
      action="Delete webhook"
      isDangerous
      run={() => client.webhooks.delete(webhook.id, { ifMatch: `"${webhook.version}"` })}
      onDone={() => navigate({ to: '/$mode/webhooks', params: { mode } })}
      onClose={onClose}
    >
      <p>
        <strong>{webhook.url}</strong> receives no more events. Waiting deliveries are cancelled. This cannot be undone.
      </p>
    </DialogForm>
  );
}
