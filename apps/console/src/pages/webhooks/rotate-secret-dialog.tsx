import type { WebhookWithSecret } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { textOf } from '../../lib/form';
import { useMode } from '../../lib/modes';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { Secret } from '../../ui/secret';
import type { ActionProps } from './webhook-actions';

/** Gives a webhook a new secret. */
export function RotateSecretDialog({ webhook, onClose, onDone }: ActionProps): ReactElement {
  const { client } = useMode();
  // Every attempt is the same request, so that a repeated one does not rotate again.
  const [{ id, version }] = useState(webhook);
  const [rotated, setRotated] = useState<WebhookWithSecret>();
  if (rotated !== undefined) {
    const close = (): void => {
      onDone('The secret was rotated.');
      onClose();
    };
    return (
      <Dialog title="Rotate secret" onClose={close}>
        <Secret name="signing secret" secret={rotated.secret} done="The webhook has a new secret." onClose={close} />
      </Dialog>
    );
  }
  return (
    <DialogForm
      title="Rotate secret"
      action="Rotate"
      run={(idempotencyKey, form) => {
        const overlapSeconds = Number(textOf(form, 'overlap'));
        return client.webhooks.rotateSecret(id, { overlapSeconds }, { ifMatch: `"${version}"`, idempotencyKey });
      }}
      onDone={setRotated}
      onClose={onClose}
    >
      <Field
        label="Keep signing with the old secret for"
        hint="Until then, deliveries carry both signatures, so that you can exchange the secret without losing any."
      >
        {(control) => (
          <select {...control} name="overlap" defaultValue="86400">
            <option value="86400">1 more day</option>
            <option value="604800">7 more days</option>
            <option value="3600">1 more hour</option>
            <option value="0">Stop now (it has leaked)</option>
          </select>
        )}
      </Field>
    </DialogForm>
  );
}
