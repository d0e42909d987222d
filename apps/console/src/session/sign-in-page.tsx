import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { SessionPage } from './session-page';
import { SignInForm } from './sign-in-form';

export function SignInPage(): ReactElement {
  const navigate = useNavigate();
  const { to = '/test/overview' } = useSearch({ from: '/sign-in' });
  return (
    <SessionPage title="Sign in">
      <SignInForm onSignIn={() => void navigate({ href: to, replace: true })} />
    </SessionPage>
  );
}
