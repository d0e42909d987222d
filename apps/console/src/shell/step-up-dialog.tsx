import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { passwordOf, textOf } from '../lib/form';
import { CodeField } from '../session/code-field';
import { consoleApi } from '../session/console-api';
import { onProviderDone, openProvider } from '../session/provider';
import { ProviderButton } from '../session/provider-button';
import { totpQuery, useSession } from '../session/session';
import { onStepUp } from '../session/step-up';
import { Button } from '../ui/button';
import { Dialog, DialogButtons } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Field } from '../ui/field';

/** Opens when the service wants to know again who is at the browser. What was being done then goes on. */
export function StepUpDialog(): ReactElement | null {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => onStepUp(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  if (answer === undefined) return null;
  const close = (isConfirmed: boolean): void => {
    setAnswer(undefined);
    answer(isConfirmed);
  };
  return <Confirmation onDone={() => close(true)} onClose={() => close(false)} />;
}

interface ConfirmationProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Where the session began. */
function Confirmation({ onDone, onClose }: ConfirmationProps): ReactElement {
  const { identityProvider } = useSession();
  return identityProvider === null ? (
    <ConfirmForm onDone={onDone} onClose={onClose} />
  ) : (
    <ConfirmAtProvider name={identityProvider} onDone={onDone} onClose={onClose} />
  );
}

function ConfirmAtProvider({ name, onDone, onClose }: ConfirmationProps & { readonly name: string }): ReactElement {
  useEffect(() => onProviderDone('confirm', onDone), [onDone]);
  return (
    <Dialog title="Confirm that it is you" onClose={onClose}>
      <p>Sign in to {name} again to continue. This page waits.</p>
      <ProviderButton label={`Continue with ${name}`} onPress={() => openProvider('confirm')} />
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}

function ConfirmForm({ onDone, onClose }: ConfirmationProps): ReactElement {
  const totp = useQuery(totpQuery);
  return (
    <DialogForm
      title="Confirm that it is you"
      action="Confirm"
      run={(_, form) => {
        const code = textOf(form, 'code');
        return consoleApi.confirmSession(code === '' ? { password: passwordOf(form, 'password') } : { code });
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>Enter your password again to continue.</p>
          <Field label="Password" error={errors['/password'] ?? errors['']}>
            {(control) => <input {...control} name="password" type="password" autoComplete="current-password" />}
          </Field>
          {totp.data?.isOn === true && (
            <>
              <p>Or, instead of the password:</p>
              <CodeField error={errors['/code']} />
            </>
          )}
        </>
      )}
    </DialogForm>
  );
}
