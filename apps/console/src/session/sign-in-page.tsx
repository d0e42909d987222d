import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ownPath } from '../lib/own-path';
import { SessionPage } from './session-page';
import { SignInForm } from './sign-in-form';

export function SignInPage(): ReactElement {
  const navigate = useNavigate();
  const { to } = useSearch({ from: '/sign-in' });
  return (
    <SessionPage title="Sign in">
      <SignInForm onSignIn={() => void navigate({ href: ownPath(to), replace: true })} />
    </SessionPage>
  );
}
