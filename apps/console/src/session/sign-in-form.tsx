import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent, type ReactElement } from 'react';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { consoleApi } from './console-api';
import { sessionQuery } from './session';
import styles from './session-page.module.css';

/** E-mail address and password. Calls `onSignIn` once there is a session. */
export function SignInForm({ onSignIn }: { readonly onSignIn: () => void }): ReactElement {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => consoleApi.signIn({ email, password }),
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      onSignIn();
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {signIn.error !== null && <FailureNotice error={signIn.error} />}
      <Field label="E-mail">
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
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
      <Button kind="primary" type="submit" disabled={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
