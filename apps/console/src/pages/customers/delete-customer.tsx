import type { Customer, PaymentMethod } from '@svc/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { DialogForm } from '../../ui/dialog-form';

interface DeleteCustomerProps {
  readonly customer: Customer;
  readonly onClose: () => void;
}

/** Deletes the customer, and erases their personal data. */
export function DeleteCustomer({ customer, onClose }: DeleteCustomerProps): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  return (
    <DialogForm
      title="Delete the customer?"
      action="Delete customer"
      isDangerous
      run={() => client.customers.delete(customer.id, { ifMatch: `"${customer.version}"` })}
      onDone={() => navigate({ to: '/$mode/customers', params: { mode } })}
      onClose={onClose}
    >
      <p>
        The personal data of <strong>{customer.email ?? customer.id}</strong> is erased everywhere, with all payment
        methods. Payments stay without it. This cannot be undone.
      </p>
    </DialogForm>
  );
}

interface RemoveMethodProps {
  readonly customerId: string;
  readonly method: PaymentMethod;
}

/** Removes a payment method after a confirmation. */
export function RemoveMethod({ customerId, method }: RemoveMethodProps): ReactElement {
  const { client } = useMode();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const name = [method.type, method.last4].filter(Boolean).join(' ');
  return (
    <>
      <Button kind="danger" aria-label={`Remove ${name}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen && (
        <DialogForm
          title={`Remove ${name}?`}
          action="Remove payment method"
          isDangerous
          run={() => client.customers.removePaymentMethod(customerId, method.id)}
          onDone={close}
          onClose={close}
        >
          <p>Subscriptions that use it can no longer be paid with it. This cannot be undone.</p>
        </DialogForm>
      )}
    </>
  );
}
