import { useNavigate } from '@tanstack/react-router';
import { useState, type HTMLInputTypeAttribute, type ReactElement } from 'react';
import { currencies } from '../../generated/currencies';
import { MODE_EFFECTS } from '../../lib/mode-effects';
import { useMode } from '../../lib/modes';
import { enteredAmount, limitText } from '../../lib/money';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';

const EMPTY = { amount: '', currency: 'EUR', description: '', reference: '', successUrl: '', cancelUrl: '' };

type Input = typeof EMPTY;

/** Creates a checkout session once, and leads to its page, which has the link for the customer. */
export function CreateCheckoutSession({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [input, setInput] = useState(EMPTY);
  const set = (name: keyof Input, text: string): void => setInput({ ...input, [name]: text });
  const text = (name: keyof Input, label: string, error?: string, type: HTMLInputTypeAttribute = 'text') => (
    <Field label={label} error={error}>
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
  return (
    <DialogForm
      title="Create a checkout session"
      about={MODE_EFFECTS[mode]}
      action="Create checkout session"
      run={async (idempotencyKey) => client.checkoutSessions.create(bodyOf(input), { idempotencyKey })}
      onDone={({ id }) => navigate({ to: '/$mode/checkout-sessions/$id', params: { mode, id } })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {text('amount', 'Amount', limitText(errors['/amount/value'], input.currency))}
          <Field label="Currency" error={errors['/amount/currency']}>
            {(control) => (
              <select {...control} value={input.currency} onChange={({ target }) => set('currency', target.value)}>
                {Object.keys(currencies).map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </select>
            )}
          </Field>
          {text('description', 'Description', errors['/description'])}
          {text('reference', 'Reference', errors['/reference'])}
          {text('successUrl', 'Success URL', errors['/successUrl'], 'url')}
          {text('cancelUrl', 'Cancel URL', errors['/cancelUrl'], 'url')}
        </>
      )}
    </DialogForm>
  );
}

function bodyOf({ amount, currency, description, reference, successUrl, cancelUrl }: Input) {
  return {
    amount: enteredAmount(amount, currency),
    successUrl,
    cancelUrl,
    ...(description === '' ? {} : { description }),
    ...(reference === '' ? {} : { reference }),
  };
}
