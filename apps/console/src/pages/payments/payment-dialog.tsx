import type { Payment, Svc } from '@svc/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactElement, type SubmitEvent } from 'react';
import { actOnPayment, create, type Call } from '../../code/call';
import { useMode } from '../../lib/modes';
import { decimalText, moneyText, parseDecimal, type Money } from '../../lib/money';
import { failureOf, isConflict } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';
import { ACTION_TEXTS, effectOf, limitOf, type PaymentAction } from './payment-actions';
import type { PaymentState } from './payment-query';

interface PaymentDialogProps {
  readonly action: PaymentAction;
  /** The payment as it is now. */
  readonly payment: Payment;
  /** What the person saw when the dialog was opened. */
  readonly seen: PaymentState;
  /** Receives the call that the form describes. */
  readonly onFill: (call: Call) => void;
  readonly onDone: (text: string) => void;
  /** The state of the payment does not allow it, or has changed. */
  readonly onConflict: (error: unknown) => void;
  readonly onClose: () => void;
}

interface Input {
  readonly amount?: Money;
  readonly reason?: string;
}

/** Asks for what an action needs, and carries it out once: all attempts have the idempotency key of the dialog. */
export function PaymentDialog(props: PaymentDialogProps): ReactElement {
  const { action, payment, seen, onFill, onDone, onConflict, onClose } = props;
  const { client } = useMode();
  const { title, done, isDangerous } = ACTION_TEXTS[action];
  const limit = limitOf(action, payment);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [amount, setAmount] = useState(limit === undefined ? '' : decimalText(limit));
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isSending = useRef(false);
  const value = limit === undefined ? undefined : parseDecimal(amount, limit.currency);
  const isAmountMissing = limit !== undefined && !(value !== undefined && value > 0);

  const { mutate, error, isPending } = useMutation({
    mutationFn: (input: Input) => perform(client, action, payment.id, input, { idempotencyKey, ifMatch: seen.etag }),
    onSuccess: () => onDone(done),
    onError: (refusal) => {
      if (isConflict(refusal)) onConflict(refusal);
    },
    onSettled: () => {
      isSending.current = false;
    },
  });

  const fill = (amountText: string, reasonText: string): void => {
    setAmount(amountText);
    setReason(reasonText);
    const input = inputOf(limit, amountText, reasonText);
    if (limit === undefined || input.amount !== undefined) onFill(callOf(action, payment.id, input));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    // A second press may come before the first one has changed the page.
    if (isAmountMissing || isSending.current) return;
    isSending.current = true;
    fill(amount, reason);
    mutate(inputOf(limit, amount, reason));
  };

  const { fields } = failureOf(error);
  const amountError = isTried && isAmountMissing ? 'Enter an amount such as 10.00.' : fieldError(fields, '/amount');
  return (
    <Dialog title={title} onClose={() => !isPending && onClose()}>
      <form onSubmit={submit} noValidate>
        <p>{effectOf(action, payment)}</p>
        {error !== null && <FailureNotice error={error} />}
        {limit !== undefined && (
          <Field label="Amount" hint={`${limit.currency}, at most ${moneyText(limit)}`} error={amountError}>
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
        <Field label="Reason" hint="Optional. It is kept in the timeline." error={fieldError(fields, '/reason')}>
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
        <DialogButtons>
          <Button type="submit" kind={isDangerous === true ? 'danger' : 'primary'} aria-disabled={isPending}>
            {submitText(action, limit === undefined || value === undefined ? undefined : { ...limit, value })}
          </Button>
          <Button onClick={() => !isPending && onClose()} aria-disabled={isPending}>
            Close
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
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
  options: { readonly idempotencyKey: string; readonly ifMatch: string | undefined },
): Promise<unknown> {
  // A refund does not depend on the version of the payment: the service refuses more than can be refunded.
  if (action === 'refund') {
    return client.refunds.create({ paymentId: id, ...input }, { idempotencyKey: options.idempotencyKey });
  }
  return client.payments[action](id, input, options);
}

/** The error of a field, or of a part of it. */
function fieldError(fields: Readonly<Record<string, string>>, pointer: string): string | undefined {
  return Object.entries(fields).find(([at]) => at === pointer || at.startsWith(`${pointer}/`))?.[1];
}
