import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent, type ReactElement } from 'react';
import { textOf } from '../lib/form';
import { asksForCode, codeError, failureOf } from '../lib/problem';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { CodeField } from './code-field';
import { consoleApi, type SignInLink, type SignInOptions } from './console-api';
import { SessionPage } from './session-page';
import { optionsQuery, sessionQuery } from './session';
import styles from './session-page.module.css';

/** The token of the sign-in link that opened the page. */
let token: string | undefined;

/** Takes the token of a sign-in link out of the address. */
export function takeLinkToken(): void {
  const { hash, pathname, search } = window.location;
  if (pathname !== '/console/welcome' || hash.length < 2) return;
  token = hash.slice(1);
  window.history.replaceState(null, '', pathname + search);
}

/** Where a sign-in link leads: a new person introduces themselves, a member signs in. */
export function WelcomePage(): ReactElement {
  const link = useQuery({
    queryKey: ['sign-in link', token],
    queryFn: () => consoleApi.readLink({ token: token ?? '' }),
    enabled: token !== undefined,
    staleTime: Infinity,
  });
  const options = useQuery(optionsQuery);
  return (
    <SessionPage title="Welcome">
      {token === undefined && <p>Open the link that you have received. It works once.</p>}
      {link.error !== null && (
        <>
          <FailureNotice error={link.error} />
          <p>
            <Link to="/sign-in">Sign in</Link> with your e-mail address and password, or ask for a new link.
          </p>
        </>
      )}
      {link.data !== undefined && token !== undefined && !options.isPending && (
        <LinkForm link={link.data} token={token} options={options.data} />
      )}
    </SessionPage>
  );
}

interface LinkFormProps {
  readonly link: SignInLink;
  readonly token: string;
  /** Undefined when they cannot be read. */
  readonly options: SignInOptions | undefined;
}

function LinkForm({ link, token, options }: LinkFormProps): ReactElement {
  const client = useQueryClient();
  const takesPassword = options?.password ?? true;
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(link.email ?? '');
  const [password, setPassword] = useState('');
  const isJoining = link.purpose === 'join';
  const [needsCode, setNeedsCode] = useState(false);
  const redeem = useMutation({
    mutationFn: (code: string) => {
      if (!isJoining) return consoleApi.redeemLink({ token, ...(password === '' ? {} : { password }) });
      const secrets = { ...(takesPassword ? { password } : {}), ...(code === '' ? {} : { code }) };
      return consoleApi.redeemLink({ token, name, email, ...secrets });
    },
    onError: (error) => setNeedsCode((before) => before || asksForCode(error)),
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      void navigate({ to: '/$mode/overview', params: { mode: 'test' }, replace: true });
    },
  });
  const { fields } = failureOf(redeem.error);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!redeem.isPending) redeem.mutate(textOf(new FormData(event.currentTarget), 'code'));
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p>
        {isJoining ? 'Join' : 'Sign in to'} <strong>{link.accountName}</strong> as{' '}
        <strong>{isJoining ? link.role : (link.name ?? link.role)}</strong>.
      </p>
      {redeem.error !== null && !asksForCode(redeem.error) && <FailureNotice error={redeem.error} />}
      {isJoining && options?.identityProvider !== null && options !== undefined && (
        <p>
          Do you sign in with {options.identityProvider}? Then you need no invitation: ask for a group there that leads
          to this account, and <Link to="/sign-in">sign in with {options.identityProvider}</Link>.
        </p>
      )}
      {isJoining && (
        <>
          <Field label="Name" error={fields['/name']}>
            {(control) => (
              <input
                {...control}
                autoComplete="name"
                required
                maxLength={100}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field label="E-mail" error={fields['/email']}>
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="username"
                required
                readOnly={link.email !== null}
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
          {takesPassword && (
            <Field
              label="Password"
              hint="At least 8 characters. If you already use the console for another account, your password there."
              error={fields['/password']}
            >
              {(control) => (
                <input
                  {...control}
                  type="password"
                  autoComplete="new-password"
                  required
                  minLength={8}
                  value={password}
                  onChange={({ target }) => setPassword(target.value)}
                />
              )}
            </Field>
          )}
        </>
      )}
      {needsCode && <CodeField isAdded error={codeError(redeem.error)} />}
      {!isJoining && takesPassword && (
        <Field label="New password" hint="Optional, at least 8 characters. Your other sessions then end.">
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="new-password"
              minLength={8}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
      )}
      <Button kind="primary" type="submit" isBusy={redeem.isPending}>
        {isJoining ? 'Create account' : 'Continue'}
      </Button>
    </form>
  );
}
