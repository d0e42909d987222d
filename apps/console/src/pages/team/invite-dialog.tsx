import type { ConsoleSchemas } from '@svc/contract';
import { useState, type ReactElement } from 'react';
import { consoleApi } from '../../session/console-api';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { RoleSelect } from './role-select';
import type { Role } from './roles';

/** Creates an invitation and shows its link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [role, setRole] = useState<Role>('viewer');
  const [email, setEmail] = useState('');
  const [invitation, setInvitation] = useState<ConsoleSchemas['InvitationWithLink']>();
  if (invitation !== undefined) {
    return (
      <Dialog title="Invitation">
        <p>Give this link to the person. It works once and for a day, and is not shown again.</p>
        <Field label="Invitation link">
          {(control) => (
            <input {...control} readOnly value={invitation.url} onFocus={({ target }) => target.select()} />
          )}
        </Field>
        <p>
          <CopyButton text={invitation.url} label="invitation link" /> <Button onClick={onClose}>Done</Button>
        </p>
      </Dialog>
    );
  }
  return (
    <DialogForm
      title="Invite a person"
      action="Create invitation"
      run={() => consoleApi.invite(email === '' ? { role } : { role, email })}
      onDone={setInvitation}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <RoleSelect role={role} onChange={setRole} />
          <Field
            label="E-mail"
            hint="Optional. Only a person with this address can then use the link. No mail is sent."
            error={errors['/email']}
          >
            {(control) => (
              <input {...control} type="email" value={email} onChange={({ target }) => setEmail(target.value)} />
            )}
          </Field>
        </>
      )}
    </DialogForm>
  );
}
