import type { CheckoutSession } from '@svc/sdk';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { pollMs } from '../../lib/polling';
import { statusText } from '../../lib/status-text';
import { timeText } from '../../lib/time';
import { ObjectPage } from '../../ui/object-page';
import { ExpireCheckoutSession } from './expire-checkout-session';

export function CheckoutSessionPage(): ReactElement {
  const { client } = useMode();
  const { id } = useParams({ from: '/$mode/checkout-sessions/$id' });
  return (
    <ObjectPage
      name="checkout session"
      id={id}
      read={(signal) => client.checkoutSessions.retrieve(id, { signal })}
      statusOf={({ status }) => status}
      factsOf={sessionFacts}
      pollAfter={({ status, updatedAt }) => status === 'open' && pollMs(updatedAt)}
      call={retrieve('checkoutSessions', id)}
    >
      {(session) => <ExpireCheckoutSession session={session} />}
    </ObjectPage>
  );
}

function sessionFacts(session: CheckoutSession): Fact[] {
  const { amount, paymentId, customerId } = session;
  return [
    { label: 'Amount', text: moneyText(amount) },
    { label: 'Link for the customer', text: session.url, isCopyable: true },
    { label: 'Payment status', text: statusText(session.paymentStatus) },
    paymentFact(paymentId),
    customerFact(customerId),
    { label: 'Description', text: session.description },
    { label: 'Reference', text: session.reference, isCopyable: true },
    { label: 'Language', text: session.locale },
    { label: 'Capture', text: session.captureMethod },
    { label: 'Success URL', text: session.successUrl },
    { label: 'Cancel URL', text: session.cancelUrl },
    { label: 'Expires', text: timeText(session.expiresAt) },
    { label: 'Created', text: timeText(session.createdAt) },
  ];
}

function paymentFact(id: string | null): Fact {
  return { label: 'Payment', text: id, path: `payments/${id}`, isCopyable: true };
}

function customerFact(id: string | null): Fact {
  return { label: 'Customer', text: id, path: `customers/${id}`, isCopyable: true };
}
