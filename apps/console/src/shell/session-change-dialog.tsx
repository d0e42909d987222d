import { focusManager, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { consoleApi, type ConsoleSession } from '../session/console-api';
import { useSession } from '../session/session';
import { nameOf, onSessionChange } from '../session/shown-session';
import { Button } from '../ui/button';
import { Dialog, DialogButtons } from '../ui/dialog';
import { FailureNotice } from '../ui/notice';

/** Opens when another tab has changed the account or the person. The page below keeps what was typed, and reads nothing. */
export function SessionChangeDialog(): ReactElement | null {
  const [isChanged, setChanged] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      onSessionChange(() => {
        setChanged(true);
        setOpen(true);
      }),
    [],
  );
  // Without the focus, no query is read again.
  useEffect(() => {
    if (isChanged) focusManager.setFocused(false);
    return () => focusManager.setFocused(undefined);
  }, [isChanged]);
  return isOpen ? <Change onClose={() => setOpen(false)} /> : null;
}

function Change({ onClose }: { readonly onClose: () => void }): ReactElement {
  const shown = useSession();
  const { data, error } = useQuery({
    queryKey: ['current session'],
    queryFn: () => consoleApi.currentSession(),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title="The session of this browser has changed" onClose={onClose}>
      {error !== null && <FailureNotice error={error} />}
      {data !== undefined && <p>{changeOf(shown, data)}</p>}
      <p>
        This page still shows {shown.account.name} for {shown.user.name}. The service refuses what you send from it.
        What you typed stays until you load it again.
      </p>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" onClick={() => window.location.replace('/console/')}>
          {data === undefined ? 'Load again' : `Load again for ${data.account.name}`}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function changeOf(shown: ConsoleSession, current: ConsoleSession): string {
  if (nameOf(shown) === nameOf(current)) return 'Another tab has changed the session, and then changed it back.';
  const { user, account } = current;
  if (user.id === shown.user.id) return `Another tab has switched to the account ${account.name}.`;
  return `Another tab has signed in as ${user.name}, with the account ${account.name}.`;
}
