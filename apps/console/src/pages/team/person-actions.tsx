import { useState, type ReactElement } from 'react';
import type { ConsoleSchemas } from '@svc/contract';
import { consoleApi } from '../../session/console-api';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { DialogForm } from '../../ui/dialog-form';
import { RoleSelect } from './role-select';

interface PersonActionsProps {
  readonly person: ConsoleSchemas['Person'];
  readonly onDone: (message: string) => void;
}

/** What an owner can do with a member. */
export function PersonActions({ person, onDone }: PersonActionsProps): ReactElement {
  const [open, setOpen] = useState<'role' | 'reset' | 'remove'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Button aria-label={`Edit ${person.name}`} onClick={() => setOpen('role')}>
        Edit
      </Button>{' '}
      <Button aria-label={`Reset app of ${person.name}`} onClick={() => setOpen('reset')}>
        Reset app
      </Button>{' '}
      <Button kind="danger" aria-label={`Remove ${person.name}`} onClick={() => setOpen('remove')}>
        Remove
      </Button>
      {open === 'role' && <RoleDialog person={person} onDone={onDone} onClose={close} />}
      {open === 'reset' && <ResetDialog person={person} onDone={onDone} onClose={close} />}
      {open === 'remove' && <RemoveDialog person={person} onDone={onDone} onClose={close} />}
    </>
  );
}

interface PersonDialogProps extends PersonActionsProps {
  readonly onClose: () => void;
}

function RoleDialog({ person, onDone, onClose }: PersonDialogProps): ReactElement {
  const [role, setRole] = useState(person.role);
  return (
    <DialogForm
      title={`Edit ${person.name}`}
      action="Change role"
      run={() => consoleApi.changePerson(person.id, { role })}
      onDone={() => {
        onDone(`${person.name} is now ${role}.`);
        onClose();
      }}
      onClose={onClose}
    >
      <RoleSelect role={role} onChange={setRole} />
      <Consequence
        person={person}
        self="This is you. You are signed out, and lose what your new role may not do. Only another owner can undo this."
        other="They are signed out and must sign in again."
      />
      {person.byProvider && (
        <p>Also change the group at the identity provider. The next sign-in there undoes this otherwise.</p>
      )}
    </DialogForm>
  );
}

interface ConsequenceProps extends Pick<PersonActionsProps, 'person'> {
  readonly self: string;
  readonly other: string;
}

/** What it means for the person, who may be the one at the browser. */
function Consequence({ person, self, other }: ConsequenceProps): ReactElement {
  const { user } = useSession();
  return person.id === user.id ? (
    <p>
      <strong>{self}</strong>
    </p>
  ) : (
    <p>{other}</p>
  );
}

function ResetDialog({ person, onDone, onClose }: PersonDialogProps): ReactElement {
  return (
    <DialogForm
      title={`Reset the authenticator app of ${person.name}?`}
      action="Reset app"
      isDangerous
      run={() => consoleApi.resetTotp(person.id)}
      onDone={() => {
        onDone(`The authenticator app of ${person.name} was removed.`);
        onClose();
      }}
      onClose={onClose}
    >
      <p>Do this if they have lost it. They are signed out, and sign in with the password alone.</p>
    </DialogForm>
  );
}

function RemoveDialog({ person, onDone, onClose }: PersonDialogProps): ReactElement {
  return (
    <DialogForm
      title={`Remove ${person.name}?`}
      action={`Remove ${person.name}`}
      isDangerous
      run={() => consoleApi.removePerson(person.id)}
      onDone={() => {
        onDone(`${person.name} was removed.`);
        onClose();
      }}
      onClose={onClose}
    >
      <Consequence
        person={person}
        self="This is you. You are signed out, and cannot come back without an invitation. API keys that you created keep working."
        other="They are signed out. What they did stays in the audit log. API keys that they created keep working."
      />
      {person.byProvider && (
        <p>Also remove the group at the identity provider. The next sign-in there undoes this otherwise.</p>
      )}
    </DialogForm>
  );
}
