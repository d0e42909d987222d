import type { ConsoleSchemas } from '@svc/contract';
import { toPublicId } from '../platform/ids.js';
import { namedScopes } from '../security/scopes.js';
import { scopesOf } from './roles.js';
import type { AuthenticatedSession } from './sessions.js';

/** The account and the person of a session, as pages of the console name them. */
export function nameSession({ account, user }: Pick<AuthenticatedSession, 'account' | 'user'>): string {
  return `${toPublicId('acct', account.id)} ${toPublicId('usr', user.id)}`;
}

export function presentSession({
  user,
  account,
  role,
  identityProvider,
  endsAt,
  inMode,
}: AuthenticatedSession): ConsoleSchemas['ConsoleSession'] {
  return {
    user: { id: toPublicId('usr', user.id), name: user.name, email: user.email },
    account: { ...account, id: toPublicId('acct', account.id) },
    role,
    scopes: { test: namedScopes(scopesOf(role, 'test')), live: namedScopes(scopesOf(role, 'live')) },
    approvalsBySomeoneElse: {
      test: inMode('test').approvalsBySomeoneElse,
      live: inMode('live').approvalsBySomeoneElse,
    },
    identityProvider,
    expiresAt: endsAt.toISOString(),
  };
}
