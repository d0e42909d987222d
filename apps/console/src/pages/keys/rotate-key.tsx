import type { ApiKeyWithSecret } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { OverlapField, overlapOf } from '../../ui/overlap-field';
import { SecretDialog } from '../../ui/secret-dialog';
import type { KeyDialogProps } from './key-actions';

/** Replaces a key by a new one with the same scopes, networks and expiry, and shows its secret once. */
export function RotateKey({ apiKey, onDone, onClose }: KeyDialogProps): ReactElement {
  const { client } = useMode();
  const [rotated, setRotated] = useState<ApiKeyWithSecret>();
  if (rotated !== undefined) {
    const close = (): void => {
      onDone(`The key is replaced by ${rotated.id}.`);
      onClose();
    };
    const done = `${rotated.id} replaces the key.`;
    return <SecretDialog title="Rotate key" name="key" secret={rotated.secret} done={done} onClose={close} />;
  }
  return (
    <DialogForm
      title="Rotate key"
      action="Rotate key"
      run={(idempotencyKey, form) =>
        client.apiKeys.rotate(apiKey.id, { overlapSeconds: overlapOf(form) }, { idempotencyKey })
      }
      onDone={setRotated}
      onClose={onClose}
    >
      <OverlapField label="Keep the old key for" hint="Until then both keys work, so that you can exchange the key." />
    </DialogForm>
  );
}
