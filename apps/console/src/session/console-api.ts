import type { Problem } from '@svc/sdk';
import type { ConsoleSchemas } from '@svc/contract';
import { ConsoleRefusal } from '../lib/problem';
import { consoleFetch } from './console-fetch';
import { sessionEnded } from './session-end';
import { ANYBODY } from './shown-session';

export type ConsoleSession = ConsoleSchemas['ConsoleSession'];
export type SignInLink = ConsoleSchemas['SignInLink'];
export type SignInOptions = ConsoleSchemas['SignInOptions'];

/** The operations that only the console has: see openapi/console.yaml. */
export const consoleApi = {
  session: (): Promise<ConsoleSession> => send('GET', 'session'),
  /** That of the browser, which need not be what this page shows. */
  currentSession: (): Promise<ConsoleSession> => send('GET', 'session', undefined, ANYBODY),
  signIn: (body: ConsoleSchemas['SignIn']): Promise<ConsoleSession> => send('POST', 'session', body),
  signInOptions: (): Promise<SignInOptions> => send('GET', 'sign-in-options'),
  startProvider: (body: ConsoleSchemas['StartProviderSignIn']): Promise<ConsoleSchemas['ProviderSignIn']> =>
    send('POST', 'provider/start', body),
  finishProvider: (body: ConsoleSchemas['FinishProviderSignIn']): Promise<ConsoleSchemas['ProviderSession']> =>
    send('POST', 'provider/finish', body),
  signOut: (): Promise<void> => send('DELETE', 'session'),
  readLink: (body: ConsoleSchemas['ReadSignInLink']): Promise<SignInLink> => send('POST', 'links/read', body),
  changePassword: (body: ConsoleSchemas['ChangePassword']): Promise<ConsoleSession> => send('POST', 'password', body),
  confirmSession: (body: ConsoleSchemas['ConfirmSession']): Promise<ConsoleSession> =>
    send('POST', 'session/confirm', body),
  ownSessions: (): Promise<ConsoleSchemas['OwnSessionList']> => send('GET', 'sessions'),
  endSession: (id: string): Promise<void> => send('DELETE', `sessions/${id}`),
  endOtherSessions: (): Promise<void> => send('DELETE', 'sessions'),
  ownAccounts: (): Promise<ConsoleSchemas['OwnAccountList']> => send('GET', 'accounts'),
  switchAccount: (body: ConsoleSchemas['SwitchAccount'], shown?: string): Promise<ConsoleSession> =>
    send('POST', 'session/account', body, shown),
  totp: (): Promise<ConsoleSchemas['Totp']> => send('GET', 'totp'),
  setUpTotp: (body: ConsoleSchemas['SetUpTotp']): Promise<ConsoleSchemas['TotpSecret']> => send('POST', 'totp', body),
  confirmTotp: (body: ConsoleSchemas['TotpCode']): Promise<ConsoleSchemas['RecoveryCodes']> =>
    send('POST', 'totp/confirm', body),
  removeTotp: (body: ConsoleSchemas['TotpCode']): Promise<void> => send('POST', 'totp/remove', body),
  resetTotp: (id: string): Promise<void> => send('DELETE', `people/${id}/totp`),
  people: (): Promise<ConsoleSchemas['PersonList']> => send('GET', 'people'),
  changePerson: (id: string, body: ConsoleSchemas['ChangePerson']): Promise<ConsoleSchemas['Person']> =>
    send('PATCH', `people/${id}`, body),
  removePerson: (id: string): Promise<void> => send('DELETE', `people/${id}`),
  invitations: (): Promise<ConsoleSchemas['InvitationList']> => send('GET', 'invitations'),
  invite: (body: ConsoleSchemas['CreateInvitation']): Promise<ConsoleSchemas['InvitationWithLink']> =>
    send('POST', 'invitations', body),
  revokeInvitation: (id: string): Promise<void> => send('DELETE', `invitations/${id}`),
  redeemLink: (body: ConsoleSchemas['RedeemSignInLink']): Promise<ConsoleSession> => send('POST', 'links/redeem', body),
};

async function send<Answer>(method: string, path: string, body?: object, shown?: string): Promise<Answer> {
  const content = body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await consoleFetch(`/console/api/${path}`, { method, ...content }, shown);
  if (response.status === 204) return undefined as Answer;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  const problem = answer as Problem | undefined;
  if (problem?.code === 'unauthorized') sessionEnded();
  throw new ConsoleRefusal(response, problem);
}
