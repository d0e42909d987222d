import type { Payment, Refund, Svc } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { actOnPayment, create, type Call } from '../../code/call';
import { useMode } from '../../lib/modes';
import { decimalText, enteredAmount, limitText, moneyText, parseDecimal, type Money } from '../../lib/money';
import { ChangedSince, errorAt, isConflict, outcomeOf } from '../../lib/problem';
import { wasDoneEarlier } from '../../session/client';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { FailureNotice, UnknownNotice } from '../../ui/notice';
import { movedSince } from './moved-since';
import { ACTION_TEXTS, effectOf, limitOf, subjectOf, type PaymentAction, type Requested } from './payment-actions';
import { paymentQuery, type PaymentState } from './payment-query';

interface PaymentDialogProps {
  readonly action: PaymentAction;
  /** The payment as it is now. */
  readonly state: PaymentState;
  /** What the person saw when the dialog was opened. */
  readonly seen: PaymentState;
  /** What was sent before, with an unknown outcome. */
  readonly earlier: string | undefined;
  /** Receives the call that the form describes. */
  readonly onFill: (call: Call) => void;
  /** Gets what was requested, and what was sent. */
  readonly onDone: (requested: Requested, sent: string) => Promise<void>;
  /** It is unknown whether this was done. */
  readonly onUnknown: (text: string) => void;
  /** The state of the payment does not allow it, or has changed. */
  readonly onConflict: (error: unknown) => Promise<void>;
  readonly onClose: () => void;
}

interface Input {
  readonly amount?: Money;
  readonly reason?: string;
}

/** Asks for what an action needs, and carries it out. */
export function PaymentDialog(props: PaymentDialogProps): ReactElement {
  const { action, state, seen, earlier, onFill, onDone, onUnknown, onConflict, onClose } = props;
  const { payment, timeline } = state;
  const { mode, client } = useMode();
  const { title, isDangerous } = ACTION_TEXTS[action];
  const limit = limitOf(action, payment, timeline);
  const isOptional = action === 'approve';
  const [amount, setAmount] = useState(limit === undefined || isOptional ? '' : decimalText(limit));
  const [reason, setReason] = useState('');
  const value = limit === undefined ? undefined : parseDecimal(amount, limit.currency);

  const asksAmount = (text: string): boolean => limit !== undefined && !(isOptional && text.trim() === '');
  const fill = (amountText: string, reasonText: string): void => {
    setAmount(amountText);
    setReason(reasonText);
    const input = inputOf(limit, amountText, reasonText);
    if (!asksAmount(amountText) || input.amount !== undefined) onFill(callOf(action, payment.id, input));
  };
  const sent = useRef<Input>({});
  // The page may be old: nothing is sent before the payment was read for this dialog.
  const [isRead, setRead] = useState(false);
  const { isFetchedAfterMount, error: unread } = useQuery({
    ...paymentQuery(client, mode, payment.id),
    refetchOnMount: 'always',
  });
  useEffect(() => {
    if (isRead || !isFetchedAfterMount || unread !== null) return;
    setRead(true);
    const change = movedSince(action, seen.payment, payment);
    if (change !== undefined) void onConflict(change);
  });
  const run = async (idempotencyKey: string, _: unknown, isRepetition: boolean): Promise<Requested> => {
    if (limit !== undefined && asksAmount(amount) && !isRepetition) enteredAmount(amount, limit.currency);
    // A repetition would find what it has done itself.
    if (!isRepetition && (action === 'refund' || action === 'capture')) {
      const change = movedSince(action, seen.payment, await client.payments.retrieve(payment.id));
      if (change !== undefined) throw change;
    }
    fill(amount, reason);
    // What can be entered depends on the payment, which the first attempt may have changed.
    if (!isRepetition) sent.current = inputOf(limit, amount, reason);
    const options = { idempotencyKey, ifMatch: `"${seen.payment.version}"` };
    const { id } = await perform(client, action, payment.id, sent.current, options);
    if (action !== 'refund') return { action, refundId: undefined };
    return { action, refundId: id, isEarlier: wasDoneEarlier(idempotencyKey) };
  };

  const submit = submitText(action, limit === undefined || value === undefined ? undefined : { ...limit, value });
  const fail = (failure: unknown): Promise<void> | undefined => {
    if (outcomeOf(failure) === 'unknown') onUnknown(submit);
    return failure instanceof ChangedSince || isConflict(failure) ? onConflict(failure) : undefined;
  };

  return (
    <DialogForm
      title={title}
      about={subjectOf(payment, mode)}
      action={submit}
      isDangerous={isDangerous === true}
      isDisabled={!isRead}
      run={run}
      onDone={(requested) => onDone(requested, submit)}
      onFailure={fail}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {earlier !== undefined && <UnknownNotice what={earlier} />}
          {!isRead && unread !== null && <FailureNotice error={unread} />}
          {isRead ? <p>{effectOf(action, payment)}</p> : <p role="status">Reading the payment</p>}
          {limit !== undefined && (
            <Field
              label="Amount"
              hint={hintOf(limit, isOptional)}
              error={limitText(errorAt(errors, '/amount'), limit.currency)}
            >
              {(control) => (
                <input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  value={amount}
                  onFocus={({ target }) => target.select()}
                  onChange={({ target }) => fill(target.value, reason)}
                />
              )}
            </Field>
          )}
          <Field label="Reason" hint="Optional. It is kept in the timeline." error={errorAt(errors, '/reason')}>
            {(control) => (
              <input
                {...control}
                maxLength={500}
                autoComplete="off"
                value={reason}
                onChange={({ target }) => fill(amount, target.value)}
              />
            )}
          </Field>
        </>
      )}
    </DialogForm>
  );
}

function hintOf(limit: Money, isOptional: boolean): string {
  const range = `${limit.currency}, at most ${moneyText(limit)}`;
  return isOptional ? `Optional, if another capture took only a part. ${range}` : range;
}

function submitText(action: PaymentAction, amount: Money | undefined): string {
  const { opener } = ACTION_TEXTS[action];
  if (action !== 'refund' && action !== 'capture') return `${opener} payment`;
  return amount === undefined ? opener : `${opener} ${moneyText(amount)}`;
}

function inputOf(limit: Money | undefined, amountText: string, reasonText: string): Input {
  const value = limit === undefined ? undefined : parseDecimal(amountText, limit.currency);
  const reason = reasonText.trim();
  return {
    ...(limit === undefined || value === undefined ? {} : { amount: { value, currency: limit.currency } }),
    ...(reason === '' ? {} : { reason }),
  };
}

function callOf(action: PaymentAction, id: string, { amount, reason }: Input): Call {
  const params = { amount: amount && { ...amount }, reason };
  return action === 'refund' ? create('refunds', { paymentId: id, ...params }) : actOnPayment(action, id, params);
}

function perform(
  client: Svc,
  action: PaymentAction,
  id: string,
  input: Input,
  options: { readonly idempotencyKey: string; readonly ifMatch: string },
): Promise<Payment | Refund> {
  // A refund does not depend on the version of the payment: the service refuses more than can be refunded.
  if (action === 'refund') {
    return client.refunds.create({ paymentId: id, ...input }, { idempotencyKey: options.idempotencyKey });
  }
  return client.payments[action](id, input, options);
}
