import type { Refund } from '@svc/sdk';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { pollMs, SLOW_POLL_MS } from '../../lib/polling';
import { timeText } from '../../lib/time';
import { ObjectPage } from '../../ui/object-page';

export function RefundPage(): ReactElement {
  const { client } = useMode();
  const { id } = useParams({ from: '/$mode/refunds/$id' });
  return (
    <ObjectPage
      name="refund"
      id={id}
      read={(signal) => client.refunds.retrieve(id, { signal })}
      statusOf={({ status }) => status}
      factsOf={refundFacts}
      pollAfter={({ status, updatedAt }) =>
        status !== 'failed' && (status === 'pending' ? pollMs(updatedAt) : SLOW_POLL_MS)
      }
      call={retrieve('refunds', id)}
    />
  );
}

function refundFacts({ amount, paymentId, reason, failure, origin, createdAt, updatedAt }: Refund): Fact[] {
  return [
    { label: 'Amount', text: moneyText(amount) },
    { label: 'Payment', text: paymentId, path: `payments/${paymentId}`, isCopyable: true },
    { label: 'Reason', text: reason },
    { label: 'Failure', text: failure === null ? null : `${failure.message} (${failure.code})` },
    { label: 'Made by', text: origin === 'api' ? 'this service' : origin },
    { label: 'Created', text: timeText(createdAt) },
    { label: 'Changed', text: timeText(updatedAt) },
  ];
}
