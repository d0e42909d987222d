import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { useMode } from '../../lib/modes';
import { pollMs, SLOW_POLL_MS } from '../../lib/polling';
import { ObjectPage } from '../../ui/object-page';
import { refundFacts } from './refund-facts';

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
