import type { ApiKey } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { DialogButtons } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { KeyForm } from './key-form';
import { patchOf, readKey, valuesOf } from './key-values';
import { RotateKey } from './rotate-key';

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  /** Says on the page what was done. */
  readonly onDone: (text: string) => void;
}

/** What every dialog of a key gets. */
export interface KeyDialogProps extends KeyActionsProps {
  readonly onClose: () => void;
}

const DIALOGS = { Edit: EditKey, Rotate: RotateKey, Revoke: RevokeKey } as const;

type DialogName = keyof typeof DIALOGS;

/** What can be done with a key that works, which is rotated once. A dialog stays open when the key stops working. */
export function KeyActions({ apiKey, onDone }: KeyActionsProps): ReactElement {
  const [open, setOpen] = useState<DialogName>();
  const names = actionsOf(apiKey);
  const Opened = open === undefined ? undefined : DIALOGS[open];
  return (
    <>
      {names.length > 0 && (
        <DialogButtons>
          {names.map((name) => (
            <Button key={name} kind={name === 'Revoke' ? 'danger' : undefined} onClick={() => setOpen(name)}>
              {name}
            </Button>
          ))}
        </DialogButtons>
      )}
      {Opened !== undefined && <Opened apiKey={apiKey} onDone={onDone} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function actionsOf({ status, replacedBy }: ApiKey): readonly DialogName[] {
  if (status !== 'active') return [];
  return replacedBy === null ? ['Edit', 'Rotate', 'Revoke'] : ['Edit', 'Revoke'];
}

function EditKey({ apiKey, onDone, onClose }: KeyDialogProps): ReactElement {
  const { client } = useMode();
  // What the form began with: the query of the page may be read again at any time.
  const [opened] = useState(() => valuesOf(apiKey));
  return (
    <DialogForm
      title="Edit key"
      action="Save"
      run={(_, form) => client.apiKeys.update(apiKey.id, patchOf(opened, readKey(form)))}
      onDone={() => {
        onDone('The key was saved.');
        onClose();
      }}
      onClose={onClose}
    >
      {(errors) => <KeyForm values={opened} errors={errors} />}
    </DialogForm>
  );
}

function RevokeKey({ apiKey, onDone, onClose }: KeyDialogProps): ReactElement {
  const { client } = useMode();
  return (
    <DialogForm
      title="Revoke key"
      action="Revoke key"
      isDangerous
      run={() => client.apiKeys.revoke(apiKey.id)}
      onDone={() => {
        onDone('The key was revoked.');
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{apiKey.name}</strong> is refused everywhere within 5 seconds. This cannot be undone.
      </p>
    </DialogForm>
  );
}
