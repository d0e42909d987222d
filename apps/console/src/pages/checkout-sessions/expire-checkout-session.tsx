import type { CheckoutSession } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { DialogForm } from '../../ui/dialog-form';
import { SuccessNotice } from '../../ui/notice';

/** Ends an open session, after a question. */
export function ExpireCheckoutSession({ session }: { readonly session: CheckoutSession }): ReactElement {
  const { mode, client } = useMode();
  const person = useSession();
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const isAllowed = session.status === 'open' && mayUse(person, mode, 'payments:write');
  const finish = (): void => {
    setAsking(false);
    setDone('The checkout session is being expired.');
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
      {isAsking && (
        <DialogForm
          title="Expire the checkout session"
          action="Expire session"
          isDangerous
          run={(idempotencyKey) => client.checkoutSessions.expire(session.id, { idempotencyKey })}
          onDone={finish}
          onClose={() => setAsking(false)}
        >
          <p>The customer can no longer pay. A payment under way is released first.</p>
        </DialogForm>
      )}
    </>
  );
}
