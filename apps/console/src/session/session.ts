import type { ConsoleSchemas } from '@svc/contract';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { consoleApi, type ConsoleSession } from './console-api';
import type { Mode } from './client';
import { nameOf } from './shown-session';

/** The signed-in person. Rejects with 401 without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => consoleApi.session(),
  staleTime: 30_000,
});

/** How people sign in. */
export const optionsQuery = queryOptions({
  queryKey: ['sign-in options'],
  queryFn: () => consoleApi.signInOptions(),
  staleTime: Infinity,
});

/** The authenticator app of the person. */
export const totpQuery = queryOptions({ queryKey: ['profile', 'totp'], queryFn: () => consoleApi.totp() });

/** Signs in. A person who comes back to an open page stays in its account. */
export async function signIn(body: ConsoleSchemas['SignIn'], before?: ConsoleSession): Promise<ConsoleSession> {
  return stayInAccount(await consoleApi.signIn(body), before);
}

/** Switches a new session to the account of the page, if the person has come back to it. */
export async function stayInAccount(session: ConsoleSession, before?: ConsoleSession): Promise<ConsoleSession> {
  if (before?.user.id !== session.user.id || before.account.id === session.account.id) return session;
  // They may no longer belong to it.
  return consoleApi.switchAccount({ accountId: before.account.id }, nameOf(session)).catch(() => session);
}

/** The session of a page that needs one. */
export function useSession(): ConsoleSession {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the person may do something in a mode. The service decides; the page only hides what it would refuse. */
export function mayUse(session: ConsoleSession, mode: Mode, scope: string): boolean {
  return session.scopes[mode].some((held) => held === scope);
}
