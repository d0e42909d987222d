import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ownPath } from '../lib/own-path';
import { leaveForProvider } from './provider';
import { SessionPage } from './session-page';
import { SignInWays } from './sign-in-ways';

export function SignInPage(): ReactElement {
  const navigate = useNavigate();
  const to = ownPath(useSearch({ from: '/sign-in' }).to);
  return (
    <SessionPage title="Sign in">
      <SignInWays onProvider={() => leaveForProvider(to)} onSignIn={() => void navigate({ href: to, replace: true })} />
    </SessionPage>
  );
}
