import type { Payment, Svc } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { actOnPayment, create, type Call } from '../../code/call';
import { useMode } from '../../lib/modes';
import { decimalText, enteredAmount, limitText, moneyText, parseDecimal, type Money } from '../../lib/money';
import { errorAt, isConflict } from '../../lib/problem';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
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
  readonly onConflict: (error: unknown) => Promise<void>;
  readonly onClose: () => void;
}

interface Input {
  readonly amount?: Money;
  readonly reason?: string;
}

/** Asks for what an action needs, and carries it out. */
export function PaymentDialog(props: PaymentDialogProps): ReactElement {
  const { action, payment, seen, onFill, onDone, onConflict, onClose } = props;
  const { client } = useMode();
  const { title, done, isDangerous } = ACTION_TEXTS[action];
  const limit = limitOf(action, payment);
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
  const run = async (idempotencyKey: string): Promise<unknown> => {
    if (limit !== undefined && asksAmount(amount)) enteredAmount(amount, limit.currency);
    fill(amount, reason);
    const options = { idempotencyKey, ifMatch: `"${seen.payment.version}"` };
    return perform(client, action, payment.id, inputOf(limit, amount, reason), options);
  };

  return (
    <DialogForm
      title={title}
      action={submitText(action, limit === undefined || value === undefined ? undefined : { ...limit, value })}
      isDangerous={isDangerous === true}
      run={run}
      onDone={() => onDone(done)}
      onFailure={(refusal) => (isConflict(refusal) ? onConflict(refusal) : undefined)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{effectOf(action, payment)}</p>
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
): Promise<unknown> {
  // A refund does not depend on the version of the payment: the service refuses more than can be refunded.
  if (action === 'refund') {
    return client.refunds.create({ paymentId: id, ...input }, { idempotencyKey: options.idempotencyKey });
  }
  return client.payments[action](id, input, options);
}
