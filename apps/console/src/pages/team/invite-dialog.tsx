import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { failureOf } from '../../lib/problem';
import { consoleApi } from '../../session/console-api';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { RoleSelect } from './role-select';
import type { Role } from './roles';
import { TEAM } from './team-query';

/** Creates an invitation and shows its link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>('viewer');
  const [email, setEmail] = useState('');
  const invite = useMutation({
    mutationFn: () => consoleApi.invite(email === '' ? { role } : { role, email }),
    onSuccess: () => client.invalidateQueries({ queryKey: TEAM }),
  });
  if (invite.data !== undefined) {
    return (
      <Dialog title="Invitation" onClose={onClose}>
        <p>Give this link to the person. It works once and for a day, and is not shown again.</p>
        <Field label="Invitation link">
          {(control) => (
            <input {...control} readOnly value={invite.data.url} onFocus={({ target }) => target.select()} />
          )}
        </Field>
        <p>
          <CopyButton text={invite.data.url} /> <Button onClick={onClose}>Done</Button>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <DialogForm action="Create invitation" mutation={invite} onCancel={onClose}>
        <RoleSelect role={role} onChange={setRole} />
        <Field
          label="E-mail"
          hint="Optional. Only a person with this address can then use the link. No mail is sent."
          error={failureOf(invite.error).fields['/email']}
        >
          {(control) => (
            <input {...control} type="email" value={email} onChange={({ target }) => setEmail(target.value)} />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
