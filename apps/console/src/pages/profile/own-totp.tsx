import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { textOf } from '../../lib/form';
import { CodeField } from '../../session/code-field';
import { consoleApi } from '../../session/console-api';
import { totpQuery } from '../../session/session';
import { Button } from '../../ui/button';
import { DialogForm } from '../../ui/dialog-form';
import { FailureNotice } from '../../ui/notice';
import { SetUpTotp } from './set-up-totp';

/** The authenticator app of the person. */
export function OwnTotp({ onDone }: { readonly onDone: (message: string) => void }): ReactElement {
  const client = useQueryClient();
  const { data, error } = useQuery(totpQuery);
  const [open, setOpen] = useState<'set up' | 'remove'>();
  const finish = (message: string): void => {
    setOpen(undefined);
    onDone(message);
    void client.invalidateQueries({ queryKey: totpQuery.queryKey });
  };
  return (
    <>
      <h2>Authenticator app</h2>
      {error !== null && <FailureNotice error={error} />}
      {data?.isOn === false && (
        <p>
          Your password alone signs you in. <Button onClick={() => setOpen('set up')}>Set up authenticator app</Button>
        </p>
      )}
      {data?.isOn === true && (
        <p>
          A sign-in asks for a code. Recovery codes left: {data.recoveryCodesLeft}.{' '}
          <Button onClick={() => setOpen('remove')}>Remove authenticator app</Button>
        </p>
      )}
      {open === 'set up' && (
        <SetUpTotp onDone={() => finish('Your authenticator app is set up.')} onClose={() => setOpen(undefined)} />
      )}
      {open === 'remove' && (
        <DialogForm
          title="Remove authenticator app?"
          action="Remove"
          isDangerous
          run={(_, form) => consoleApi.removeTotp({ code: textOf(form, 'code') })}
          onDone={() => finish('Your authenticator app was removed.')}
          onClose={() => setOpen(undefined)}
        >
          {(errors) => (
            <>
              <p>Your password alone then signs you in. The recovery codes stop working.</p>
              <CodeField error={errors['/code']} />
            </>
          )}
        </DialogForm>
      )}
    </>
  );
}
