import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { passwordOf } from '../../lib/form';
import { consoleApi } from '../../session/console-api';
import { sessionQuery } from '../../session/session';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';

interface ChangePasswordProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Changes the password. The answer has a new session. */
export function ChangePassword({ onDone, onClose }: ChangePasswordProps): ReactElement {
  const client = useQueryClient();
  return (
    <DialogForm
      title="Change password"
      action="Change password"
      run={(_, form) =>
        consoleApi.changePassword({
          currentPassword: passwordOf(form, 'currentPassword'),
          newPassword: passwordOf(form, 'newPassword'),
        })
      }
      onDone={(session) => {
        client.setQueryData(sessionQuery.queryKey, session);
        onDone();
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>You will be signed out everywhere else.</p>
          <Field label="Current password" error={errors['/currentPassword']}>
            {(control) => <input {...control} name="currentPassword" type="password" autoComplete="current-password" />}
          </Field>
          <Field label="New password" hint="At least 8 characters." error={errors['/newPassword']}>
            {(control) => <input {...control} name="newPassword" type="password" autoComplete="new-password" />}
          </Field>
        </>
      )}
    </DialogForm>
  );
}
