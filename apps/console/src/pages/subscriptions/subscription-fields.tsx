import type { Subscription } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { currencies } from '../../generated/currencies';
import { decimalText, exampleOf, limitText } from '../../lib/money';
import type { FieldErrors } from '../../lib/problem';
import { Field } from '../../ui/field';
import { INTERVALS } from './new-subscription';

interface SubscriptionFieldsProps {
  /** What the fields begin with. */
  readonly subscription?: Subscription;
  /** What is wrong with them, by their JSON pointers. */
  readonly errors: FieldErrors;
}

/** The fields of a subscription. The customer can only be chosen for a new one. */
export function SubscriptionFields({ subscription, errors }: SubscriptionFieldsProps): ReactElement {
  const [currency, setCurrency] = useState(subscription?.amount.currency ?? 'EUR');
  return (
    <>
      {subscription === undefined && (
        <Field label="Customer" hint="Its id, such as cust_1." error={errors['/customerId']}>
          {(control) => <input {...control} name="customerId" required pattern="cust_[0-9]{1,19}" />}
        </Field>
      )}
      <Field label="Amount" error={limitText(errors['/amount/value'] ?? errors['/amount'], currency)}>
        {(control) => (
          <input
            {...control}
            name="amount"
            required
            inputMode="decimal"
            placeholder={exampleOf(currency)}
            defaultValue={subscription && decimalText(subscription.amount)}
          />
        )}
      </Field>
      <Field label="Currency" error={errors['/amount/currency']}>
        {(control) => (
          <select {...control} name="currency" value={currency} onChange={({ target }) => setCurrency(target.value)}>
            {Object.keys(currencies).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Every" error={errors['/intervalCount']}>
        {(control) => (
          <input
            {...control}
            name="intervalCount"
            type="number"
            required
            min={1}
            max={365}
            defaultValue={subscription?.intervalCount ?? 1}
          />
        )}
      </Field>
      <Field label="Unit" error={errors['/interval']}>
        {(control) => (
          <select {...control} name="interval" defaultValue={subscription?.interval ?? 'month'}>
            {INTERVALS.map((interval) => (
              <option key={interval}>{interval}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Payment method"
        hint="Without it, the default payment method of the customer."
        error={errors['/paymentMethodId']}
      >
        {(control) => (
          <input
            {...control}
            name="paymentMethodId"
            pattern="pm_[0-9]{1,19}"
            defaultValue={subscription?.paymentMethodId ?? ''}
          />
        )}
      </Field>
      <Field label="Description" error={errors['/description']}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            rows={2}
            maxLength={1000}
            defaultValue={subscription?.description ?? ''}
          />
        )}
      </Field>
    </>
  );
}
