import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { ConsoleSchemas } from '@svc/contract';
import { consoleApi } from '../../session/console-api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { RoleSelect } from './role-select';
import { TEAM } from './team-query';

interface PersonActionsProps {
  readonly person: ConsoleSchemas['Person'];
  readonly onDone: (message: string) => void;
}

/** What an owner can do with a member. */
export function PersonActions({ person, onDone }: PersonActionsProps): ReactElement {
  const [open, setOpen] = useState<'role' | 'remove'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Button aria-label={`Edit ${person.name}`} onClick={() => setOpen('role')}>
        Edit
      </Button>{' '}
      <Button kind="danger" aria-label={`Remove ${person.name}`} onClick={() => setOpen('remove')}>
        Remove
      </Button>
      {open === 'role' && <RoleDialog person={person} onDone={onDone} onClose={close} />}
      {open === 'remove' && <RemoveDialog person={person} onDone={onDone} onClose={close} />}
    </>
  );
}

interface PersonDialogProps extends PersonActionsProps {
  readonly onClose: () => void;
}

function RoleDialog({ person, onDone, onClose }: PersonDialogProps): ReactElement {
  const client = useQueryClient();
  const [role, setRole] = useState(person.role);
  const change = useMutation({
    mutationFn: () => consoleApi.changePerson(person.id, { role }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TEAM });
      onDone(`${person.name} is now ${role}.`);
      onClose();
    },
  });
  return (
    <Dialog title={`Edit ${person.name}`} onClose={onClose}>
      <DialogForm action="Change role" mutation={change} onCancel={onClose}>
        <RoleSelect role={role} onChange={setRole} />
        <p>Their sessions end, and they sign in again.</p>
      </DialogForm>
    </Dialog>
  );
}

function RemoveDialog({ person, onDone, onClose }: PersonDialogProps): ReactElement {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => consoleApi.removePerson(person.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TEAM });
      onDone(`${person.name} was removed.`);
      onClose();
    },
  });
  return (
    <Dialog title={`Remove ${person.name}?`} onClose={onClose}>
      <DialogForm action={`Remove ${person.name}`} isDangerous mutation={remove} onCancel={onClose}>
        <p>Their sessions end. What they did stays in the audit log. API keys that they created keep working.</p>
      </DialogForm>
    </Dialog>
  );
}
