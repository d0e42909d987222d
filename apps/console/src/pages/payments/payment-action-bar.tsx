import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type MouseEvent, type ReactElement } from 'react';
import { retrieve, type Call } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { changesBetween } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { ChangedSince } from '../../lib/problem';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { ACTION_TEXTS, actionsOf, isCreatedBy, type PaymentAction } from './payment-actions';
import { PaymentDialog } from './payment-dialog';
import { paymentFacts } from './payment-facts';
import { paymentQuery, type PaymentState } from './payment-query';
import styles from './payment-action-bar.module.css';

/** After a success, a second press of a key lands on the button that opened the dialog. */
const SECOND_PRESS_MS = 1_000;

/** What a person can do with a payment now, and the code that does the same. */
export function PaymentActions({ state }: { readonly state: PaymentState }): ReactElement {
  const { payment } = state;
  const { mode, client } = useMode();
  const session = useSession();
  const queries = useQueryClient();
  const group = useRef<HTMLDivElement>(null);
  const doneAt = useRef(-Infinity);
  const [opened, setOpened] = useState<{ readonly action: PaymentAction; readonly seen: PaymentState }>();
  const [call, setCall] = useState<Call>(() => retrieve('payments', payment.id));
  const [done, setDone] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<ChangedSince>();
  // Somebody else must approve it.
  const isOwn = session.approvalsBySomeoneElse[mode] && isCreatedBy(session.user.id, state.timeline);
  const actions = actionsOf(payment, (scope) => mayUse(session, mode, scope)).filter(
    (action) => !(isOwn && action === 'approve' && payment.stage === 'awaiting_approval'),
  );

  // The button with the focus may have gone with its action.
  useEffect(() => {
    if (done !== null && document.activeElement === document.body) group.current?.focus();
  }, [done, actions.length]);

  const open = (event: MouseEvent, action: PaymentAction): void => {
    const isKey = event.detail === 0;
    if (isKey && performance.now() - doneAt.current < SECOND_PRESS_MS) return;
    setDone(null);
    setRefusal(undefined);
    setOpened({ action, seen: state });
  };
  const succeed = (text: string): void => {
    doneAt.current = performance.now();
    setOpened(undefined);
    setDone(text);
  };
  const explain = async (error: unknown, seen: PaymentState): Promise<void> => {
    setOpened(undefined);
    const fresh = await queries.query({ ...paymentQuery(client, mode, payment.id), staleTime: 0 }).catch(() => seen);
    setRefusal(new ChangedSince(error, changesBetween(paymentFacts(seen.payment), paymentFacts(fresh.payment))));
  };

  return (
    <>
      <SuccessNotice>{done}</SuccessNotice>
      {refusal !== undefined && <FailureNotice error={refusal} />}
      {isOwn && payment.stage === 'awaiting_approval' && <p>You created this payment. Someone else must approve it.</p>}
      <div ref={group} role="group" aria-label="Actions" tabIndex={-1} className={styles['actions']}>
        {actions.map((action) => (
          <Button
            key={action}
            kind={ACTION_TEXTS[action].isDangerous === true ? 'danger' : undefined}
            onClick={(event) => open(event, action)}
          >
            {ACTION_TEXTS[action].opener}
          </Button>
        ))}
      </div>
      <ShowCode call={call} />
      {opened !== undefined && (
        <PaymentDialog
          action={opened.action}
          payment={payment}
          seen={opened.seen}
          onFill={setCall}
          onDone={succeed}
          onConflict={(error) => explain(error, opened.seen)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
