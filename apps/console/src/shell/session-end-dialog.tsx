import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { onSessionEnd, sessionBegan } from '../session/session-end';
import { SignInForm } from '../session/sign-in-form';
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
  if (!isOpen) return null;
  const goOn = (): void => {
    setOpen(false);
    sessionBegan();
    void client.invalidateQueries();
  };
  return (
    <Dialog title="Your session has ended">
      <SignInForm onSignIn={goOn} />
    </Dialog>
  );
}
