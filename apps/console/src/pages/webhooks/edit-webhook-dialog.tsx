import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { useSeen } from '../../lib/seen';
import { DialogForm } from '../../ui/dialog-form';
import type { ActionProps } from './webhook-actions';
import { WebhookForm } from './webhook-form';
import { webhookFacts } from './webhook-facts';
import { webhookQuery } from './webhook-query';
import { patchOf, readWebhook, valuesOf } from './webhook-values';

/** Edits the version that was open. If somebody else has changed it since, says what, and then edits the new version. */
export function EditWebhookDialog({ webhook, onClose, onDone }: ActionProps): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  // What the form began with: the query of the page may be read again at any time.
  const [opened] = useState(() => valuesOf(webhook));
  const { id } = webhook;
  const read = () => queries.query({ ...webhookQuery(mode, client, id), staleTime: 0 });
  const [, update] = useSeen(webhook, read, webhookFacts);
  return (
    <DialogForm
      title="Edit webhook"
      action="Save"
      run={(_, form) => {
        const patch = patchOf(opened, readWebhook(form));
        return update((options) => client.webhooks.update(id, patch, options));
      }}
      onDone={() => {
        onDone('The webhook was saved.');
        onClose();
      }}
      onClose={onClose}
    >
      {(errors) => <WebhookForm values={opened} errors={errors} />}
    </DialogForm>
  );
}
