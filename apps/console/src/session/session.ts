import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { consoleApi, type ConsoleSession } from './console-api';
import type { Mode } from './client';

/** The signed-in person. Rejects with 401 without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => consoleApi.session(),
  staleTime: 30_000,
});

/** The authenticator app of the person. */
export const totpQuery = queryOptions({ queryKey: ['profile', 'totp'], queryFn: () => consoleApi.totp() });

/** The session of a page that needs one. */
export function useSession(): ConsoleSession {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the person may do something in a mode. The service decides; the page only hides what it would refuse. */
export function mayUse(session: ConsoleSession, mode: Mode, scope: string): boolean {
  return session.scopes[mode].some((held) => held === scope);
}
