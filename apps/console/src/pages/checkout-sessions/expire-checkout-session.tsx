import type { CheckoutSession } from '@svc/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { FailureNotice, SuccessNotice } from '../../ui/notice';

/** Ends an open session, after a question. */
export function ExpireCheckoutSession({ session }: { readonly session: CheckoutSession }): ReactElement {
  const { mode } = useMode();
  const person = useSession();
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const isAllowed = session.status === 'open' && mayUse(person, mode, 'payments:write');
  const finish = (): void => {
    setAsking(false);
    setDone('The checkout session ends.');
  };
  return (
    <>
      <SuccessNotice>{done}</SuccessNotice>
      {isAllowed && (
        <div>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Expire
          </Button>
        </div>
      )}
      {isAsking && <ExpireDialog id={session.id} onDone={finish} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ExpireDialogProps {
  readonly id: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ExpireDialog({ id, onDone, onClose }: ExpireDialogProps): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.checkoutSessions.expire(id, { idempotencyKey }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [mode] });
      onDone();
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <Dialog title="Expire the checkout session" onClose={() => !isPending && onClose()}>
      <form onSubmit={submit}>
        <p>The customer can no longer pay. A payment under way is released first.</p>
        {error !== null && <FailureNotice error={error} />}
        <DialogButtons>
          <Button type="submit" kind="danger" aria-disabled={isPending}>
            Expire session
          </Button>
          <Button onClick={() => !isPending && onClose()}>Close</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
