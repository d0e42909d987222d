import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ProviderButton } from './provider-button';
import { optionsQuery } from './session';
import { SignInForm } from './sign-in-form';

interface SignInWaysProps {
  /** Leads to the identity provider. */
  readonly onProvider: () => Promise<void>;
  readonly onSignIn: () => void;
}

/** The identity provider, and e-mail address and password, as the operator has configured. */
export function SignInWays({ onProvider, onSignIn }: SignInWaysProps): ReactElement | null {
  const { data, isPending } = useQuery(optionsQuery);
  if (isPending) return null;
  const provider = data?.identityProvider ?? null;
  return (
    <>
      {provider !== null && <ProviderButton label={`Sign in with ${provider}`} onPress={onProvider} />}
      {data?.password !== false && <SignInForm onSignIn={onSignIn} />}
    </>
  );
}
