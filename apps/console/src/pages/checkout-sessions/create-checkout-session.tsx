import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type HTMLInputTypeAttribute, type ReactElement, type SubmitEvent } from 'react';
import { currencies } from '../../generated/currencies';
import { useMode } from '../../lib/modes';
import { parseDecimal } from '../../lib/money';
import { failureOf } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';

const EMPTY = { amount: '', currency: 'EUR', description: '', reference: '', successUrl: '', cancelUrl: '' };

type Input = typeof EMPTY;

/** Creates a checkout session once, and leads to its page, which has the link for the customer. */
export function CreateCheckoutSession({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [input, setInput] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const value = parseDecimal(input.amount, input.currency);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (units: number) => client.checkoutSessions.create(bodyOf(input, units), { idempotencyKey }),
    onSuccess: ({ id }) => navigate({ to: '/$mode/checkout-sessions/$id', params: { mode, id } }),
  });
  const { fields } = failureOf(error);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (value !== undefined && !isPending) mutate(value);
  };
  const close = (): void => {
    if (!isPending) onClose();
  };
  const set = (name: keyof Input, text: string): void => setInput({ ...input, [name]: text });
  const text = (
    name: keyof Input,
    label: string,
    type: HTMLInputTypeAttribute = 'text',
    wrong = fields[`/${name}`],
  ) => (
    <Field label={label} error={wrong}>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete="off"
          value={input[name]}
          onChange={({ target }) => set(name, target.value)}
        />
      )}
    </Field>
  );
  const missing = isTried && value === undefined ? 'Enter an amount such as 10.00.' : fields['/amount/value'];
  return (
    <Dialog title="Create a checkout session" onClose={close}>
      <form onSubmit={submit} noValidate>
        {error !== null && <FailureNotice error={error} />}
        {text('amount', 'Amount', 'text', missing)}
        <Field label="Currency" error={fields['/amount/currency']}>
          {(control) => (
            <select {...control} value={input.currency} onChange={({ target }) => set('currency', target.value)}>
              {Object.keys(currencies).map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </select>
          )}
        </Field>
        {text('description', 'Description')}
        {text('reference', 'Reference')}
        {text('successUrl', 'Page after paying', 'url')}
        {text('cancelUrl', 'Page without paying', 'url')}
        <DialogButtons>
          <Button type="submit" kind="primary" aria-disabled={isPending}>
            Create checkout session
          </Button>
          <Button onClick={close} aria-disabled={isPending}>
            Close
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function bodyOf({ currency, description, reference, successUrl, cancelUrl }: Input, value: number) {
  return {
    amount: { value, currency },
    successUrl,
    cancelUrl,
    ...(description === '' ? {} : { description }),
    ...(reference === '' ? {} : { reference }),
  };
}
