import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent, type ReactElement } from 'react';
import { textOf } from '../lib/form';
import { asksForCode, codeError } from '../lib/problem';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { CodeField } from './code-field';
import { sessionQuery, signIn } from './session';
import styles from './session-page.module.css';

/** E-mail address and password. Calls `onSignIn` once there is a session. */
export function SignInForm({ onSignIn }: { readonly onSignIn: () => void }): ReactElement {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const attempt = useMutation({
    mutationFn: (code: string) =>
      signIn({ email, password, ...(code === '' ? {} : { code }) }, client.getQueryData(sessionQuery.queryKey)),
    onError: (error) => setNeedsCode((before) => before || asksForCode(error)),
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      onSignIn();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!attempt.isPending) attempt.mutate(textOf(new FormData(event.currentTarget), 'code'));
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {attempt.error !== null && !asksForCode(attempt.error) && <FailureNotice error={attempt.error} />}
      <Field label="E-mail">
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setNeedsCode(false);
            }}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      {needsCode && <CodeField isAdded error={codeError(attempt.error)} />}
      <Button kind="primary" type="submit" isBusy={attempt.isPending}>
        Sign in
      </Button>
    </form>
  );
}
