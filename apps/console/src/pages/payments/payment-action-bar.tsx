import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type MouseEvent, type ReactElement } from 'react';
import { retrieve, type Call } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { changesBetween } from '../../lib/facts';
import { focusHeading } from '../../lib/focus';
import { useMode } from '../../lib/modes';
import { ChangedSince } from '../../lib/problem';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { FailureNotice, Notice, SuccessNotice, UnknownNotice } from '../../ui/notice';
import {
  ACTION_TEXTS,
  actionsOf,
  doneText,
  endedOtherwise,
  isCreatedBy,
  refundRefusal,
  type PaymentAction,
  type Requested,
} from './payment-actions';
import { useConnectionOf } from './payment-connection';
import { PaymentDialog } from './payment-dialog';
import { paymentFacts } from './payment-facts';
import { paymentQuery, type PaymentState } from './payment-query';
import styles from './payment-action-bar.module.css';

/** After a success, a second press of a key lands on the button that opened the dialog. */
const SECOND_PRESS_MS = 1_000;
/** What was sent with an unknown outcome may still take effect. */
const UNKNOWN_POLL_MS = 5_000;

interface Opened {
  readonly action: PaymentAction;
  readonly seen: PaymentState;
  /** What was sent before, with an unknown outcome. */
  readonly earlier: string | undefined;
}

/** What a person can do with a payment now, and the code that does the same. */
export function PaymentActions({ state }: { readonly state: PaymentState }): ReactElement {
  const { payment } = state;
  const { mode, client } = useMode();
  const session = useSession();
  const queries = useQueryClient();
  const doneAt = useRef(-Infinity);
  const [opened, setOpened] = useState<Opened>();
  const [call, setCall] = useState<Call>(() => retrieve('payments', payment.id));
  const [done, setDone] = useState<Requested | null>(null);
  const [unknown, setUnknown] = useState<string>();
  const [refusal, setRefusal] = useState<ChangedSince>();
  // Somebody else must approve it.
  const isOwn = session.approvalsBySomeoneElse[mode] && isCreatedBy(session.user.id, state.timeline);
  const connection = useConnectionOf(payment);
  const noRefund = refundRefusal(payment, connection);
  const actions = actionsOf(payment, connection, (scope) => mayUse(session, mode, scope)).filter(
    (action) => !(isOwn && action === 'approve' && payment.stage === 'awaiting_approval'),
  );

  // The button with the focus may have gone with its action.
  useEffect(() => {
    const isAnswered = done !== null || refusal !== undefined;
    if (isAnswered && document.activeElement === document.body) focusHeading();
  }, [done, refusal, actions.length]);

  // Like every other read, it pauses while the page is hidden.
  useQuery({
    ...paymentQuery(client, mode, payment.id),
    enabled: unknown !== undefined,
    refetchInterval: UNKNOWN_POLL_MS,
  });

  const open = (event: MouseEvent, action: PaymentAction): void => {
    const isKey = event.detail === 0;
    if (isKey && performance.now() - doneAt.current < SECOND_PRESS_MS) return;
    setDone(null);
    setRefusal(undefined);
    setOpened({ action, seen: state, earlier: unknown });
  };
  const read = (seen: PaymentState): Promise<PaymentState> =>
    queries.query({ ...paymentQuery(client, mode, payment.id), staleTime: 0 }).catch(() => seen);
  const succeed = async (requested: Requested, sent: string): Promise<void> => {
    // What the person did is not taken for what somebody else did.
    await read(state);
    doneAt.current = performance.now();
    setOpened(undefined);
    setUnknown((before) => (before === sent ? undefined : before));
    setDone(requested);
  };
  const explain = async (error: unknown, seen: PaymentState): Promise<void> => {
    // The page first: the dialog may be opened again at once.
    const fresh = await read(seen);
    setOpened(undefined);
    if (error instanceof ChangedSince) return setRefusal(error);
    setUnknown(undefined);
    setRefusal(new ChangedSince(error, changesBetween(paymentFacts(seen.payment), paymentFacts(fresh.payment))));
  };

  const otherEnd = done === null ? undefined : endedOtherwise(done, payment, state.refunds);

  return (
    <>
      <SuccessNotice>{done === null || otherEnd !== undefined ? null : doneText(done)}</SuccessNotice>
      {otherEnd !== undefined && <Notice>{otherEnd}</Notice>}
      {refusal !== undefined && <FailureNotice error={refusal} />}
      {isOwn && payment.stage === 'awaiting_approval' && <p>You created this payment. Someone else must approve it.</p>}
      {noRefund !== undefined && <p>{noRefund}</p>}
      {unknown !== undefined && opened === undefined && <UnknownNotice what={unknown} />}
      <div role="group" aria-label="Actions" className={styles['actions']}>
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
          state={state}
          seen={opened.seen}
          onFill={setCall}
          earlier={opened.earlier}
          onDone={succeed}
          onUnknown={setUnknown}
          onConflict={(error) => explain(error, opened.seen)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
