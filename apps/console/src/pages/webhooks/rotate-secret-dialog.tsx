import type { WebhookWithSecret } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { OverlapField, overlapOf } from '../../ui/overlap-field';
import { SecretDialog } from '../../ui/secret-dialog';
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
      <SecretDialog
        title="Rotate secret"
        name="signing secret"
        secret={rotated.secret}
        done="The webhook has a new secret."
        onClose={close}
      />
    );
  }
  return (
    <DialogForm
      title="Rotate secret"
      action="Rotate"
      run={(idempotencyKey, form) => {
        const overlapSeconds = overlapOf(form);
        return client.webhooks.rotateSecret(id, { overlapSeconds }, { ifMatch: `"${version}"`, idempotencyKey });
      }}
      onDone={setRotated}
      onClose={onClose}
    >
      <OverlapField
        label="Keep signing with the old secret for"
        hint="Until then, deliveries carry both signatures, so that you can exchange the secret without losing any."
      />
    </DialogForm>
  );
}
