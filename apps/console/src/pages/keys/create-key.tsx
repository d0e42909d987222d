import type { ApiKeyWithSecret } from '@svc/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { SecretDialog } from '../../ui/secret-dialog';
import { KeyForm } from './key-form';
import { NEW_KEY, newKey, readKey } from './key-values';

/** Creates a key of the mode and shows its secret once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [created, setCreated] = useState<ApiKeyWithSecret>();
  if (created !== undefined) {
    const open = (): void => {
      onClose();
      void navigate({ to: '/$mode/keys/$id', params: { mode, id: created.id } });
    };
    const done = `The key ${created.name} was created.`;
    return <SecretDialog title="Create key" name="key" secret={created.secret} done={done} onClose={open} />;
  }
  return (
    <DialogForm
      title="Create key"
      action="Create"
      run={(idempotencyKey, form) => client.apiKeys.create({ ...newKey(readKey(form)), mode }, { idempotencyKey })}
      onDone={setCreated}
      onClose={onClose}
    >
      {(errors) => <KeyForm values={NEW_KEY} errors={errors} />}
    </DialogForm>
  );
}
