import { focusManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { consoleApi } from '../session/console-api';
import { onProviderDone, openProvider } from '../session/provider';
import { optionsQuery, sessionQuery, stayInAccount } from '../session/session';
import { onSessionEnd, sessionBegan } from '../session/session-end';
import { SignInWays } from '../session/sign-in-ways';
import { Dialog } from '../ui/dialog';

/** Opens when the session has ended. The page below keeps what was typed, and reads nothing meanwhile. */
export function SessionEndDialog(): ReactElement | null {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onSessionEnd(() => setOpen(true)), []);
  // Without the focus, no query is read again.
  useEffect(() => {
    if (isOpen) focusManager.setFocused(false);
    return () => focusManager.setFocused(undefined);
  }, [isOpen]);
  const goOn = useCallback((): void => {
    setOpen(false);
    sessionBegan();
    void client.invalidateQueries();
  }, [client]);
  useEffect(() => {
    if (!isOpen) return undefined;
    return onProviderDone('sign_in', () => {
      const before = client.getQueryData(sessionQuery.queryKey);
      const reading = consoleApi.currentSession().then((session) => stayInAccount(session, before));
      // If there is no session after all, the dialog stays open.
      void reading.then(
        (session) => {
          client.setQueryData(sessionQuery.queryKey, session);
          goOn();
        },
        () => undefined,
      );
    });
  }, [isOpen, client, goOn]);
  return isOpen ? <SignInDialog onSignIn={goOn} /> : null;
}

function SignInDialog({ onSignIn }: { readonly onSignIn: () => void }): ReactElement {
  const { isPending } = useQuery(optionsQuery);
  return (
    <Dialog title="Your session has ended" isReady={!isPending}>
      <SignInWays onProvider={() => openProvider('sign_in')} onSignIn={onSignIn} />
    </Dialog>
  );
}
