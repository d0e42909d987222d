import type { ConsoleSchemas } from '@svc/contract';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { passwordOf, textOf } from '../../lib/form';
import { consoleApi } from '../../session/console-api';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { CodeField } from '../../session/code-field';

const QrCode = lazy(() => import('../../ui/qr-code').then((module) => ({ default: module.QrCode })));

interface SetUpTotpProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Three steps: the password, the first code of the app, and the recovery codes, which are shown once. */
export function SetUpTotp({ onDone, onClose }: SetUpTotpProps): ReactElement {
  const [secret, setSecret] = useState<ConsoleSchemas['TotpSecret']>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (secret !== undefined) return <ConfirmTotp secret={secret} onDone={setCodes} onClose={onClose} />;
  return (
    <DialogForm
      key="password"
      title="Set up an authenticator app"
      action="Continue"
      run={(_, form) => consoleApi.setUpTotp({ password: passwordOf(form, 'password') })}
      onDone={setSecret}
      onClose={onClose}
    >
      <p>A sign-in with your password then also asks for a code of the app.</p>
      <Field label="Password">
        {(control) => <input {...control} name="password" type="password" autoComplete="current-password" />}
      </Field>
    </DialogForm>
  );
}

interface ConfirmTotpProps {
  readonly secret: ConsoleSchemas['TotpSecret'];
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

function ConfirmTotp({ secret, onDone, onClose }: ConfirmTotpProps): ReactElement {
  return (
    <DialogForm
      key="code"
      title="Scan the code"
      action="Confirm"
      run={(_, form) => consoleApi.confirmTotp({ code: textOf(form, 'code') })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>Scan this with your authenticator app, or type the secret into it.</p>
          <Suspense fallback={<p role="status">Loading</p>}>
            <QrCode text={secret.url} label="QR code of the secret" />
          </Suspense>
          <p>
            <code>{secret.secret}</code> <CopyButton text={secret.secret} label="secret" />
          </p>
          <CodeField hint="The one that your authenticator app shows now." error={errors['/code']} />
        </>
      )}
    </DialogForm>
  );
}

function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}): ReactElement {
  return (
    <Dialog title="Recovery codes">
      <p>Each code works once in place of an app code. Keep them in a safe place. They are not shown again.</p>
      <ul aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <CopyButton text={codes.join('\n')} label="recovery codes" />
        <Button kind="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
