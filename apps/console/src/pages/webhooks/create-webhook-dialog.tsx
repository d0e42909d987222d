import type { WebhookWithSecret } from '@svc/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { SecretDialog } from '../../ui/secret-dialog';
import { WebhookForm } from './webhook-form';
import { NEW_WEBHOOK, readWebhook } from './webhook-values';

export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [created, setCreated] = useState<WebhookWithSecret>();
  if (created !== undefined) {
    const open = (): void => {
      onClose();
      void navigate({ to: '/$mode/webhooks/$id', params: { mode, id: created.id } });
    };
    return (
      <SecretDialog
        title="Create webhook"
        name="signing secret"
        secret={created.secret}
        done={`The webhook ${created.id} was created.`}
        onClose={open}
      />
    );
  }
  return (
    <DialogForm
      title="Create webhook"
      action="Create"
      run={(idempotencyKey, form) => {
        const { description, ...values } = readWebhook(form);
        return client.webhooks.create(description === '' ? values : { ...values, description }, { idempotencyKey });
      }}
      onDone={setCreated}
      onClose={onClose}
    >
      {(errors) => <WebhookForm values={NEW_WEBHOOK} errors={errors} />}
    </DialogForm>
  );
}
