import type { ApiKeyWithSecret } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { textOf } from '../../lib/form';
import { useMode } from '../../lib/modes';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { Secret } from '../../ui/secret';
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
    return (
      <Dialog title="Rotate key" onClose={close}>
        <Secret name="key" secret={rotated.secret} done={`${rotated.id} replaces the key.`} onClose={close} />
      </Dialog>
    );
  }
  return (
    <DialogForm
      title="Rotate key"
      action="Rotate key"
      run={(idempotencyKey, form) => {
        const overlapSeconds = Number(textOf(form, 'overlap'));
        return client.apiKeys.rotate(apiKey.id, { overlapSeconds }, { idempotencyKey });
      }}
      onDone={setRotated}
      onClose={onClose}
    >
      <Field label="Keep the old key for" hint="Until then both keys work, so that you can exchange the key.">
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
