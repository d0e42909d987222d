import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import { useMode } from '../lib/modes';
import { Button } from './button';
import { Dialog, DialogButtons } from './dialog';
import { FailureNotice } from './notice';

interface ConfirmDialogProps {
  readonly title: string;
  readonly button: string;
  readonly isDangerous?: boolean;
  /** Does it. All attempts have the same idempotency key. */
  readonly run: (idempotencyKey: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** What the action has as its effect. */
  readonly children: ReactNode;
}

/** Asks before an action that needs nothing else, carries it out, and reads again what the pages show. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { title, button, isDangerous = false, run, onDone, onClose, children } = props;
  const { mode } = useMode();
  const queries = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => run(idempotencyKey),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [mode] });
      onDone();
    },
    // The object may have changed.
    onError: () => queries.invalidateQueries({ queryKey: [mode] }),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  const close = (): void => {
    if (!isPending) onClose();
  };
  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={submit}>
        <p>{children}</p>
        {error !== null && <FailureNotice error={error} />}
        <DialogButtons>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} aria-disabled={isPending}>
            {button}
          </Button>
          <Button onClick={close} aria-disabled={isPending}>
            Close
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
