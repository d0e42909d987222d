import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { FailureNotice } from '../../ui/notice';
import { Status } from '../../ui/status';
import { failingEndpoints, waitingFor } from './needs-attention';
import styles from './overview.module.css';

const SHOWN = 5;
const PAGE = 100;

/** Payments that wait for an approval, or whose outcome somebody must decide. */
export function WaitingPayments(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'waiting payments'],
    queryFn: ({ signal }) => client.payments.list({ status: 'pending', limit: PAGE }, { signal }),
    refetchInterval: 30_000,
  });
  if (error !== null) return <FailureNotice error={error} />;
  if (data === undefined) return <p role="status">Loading</p>;
  const waiting = waitingFor(data.data);
  const some = data.hasMore ? `At least ` : '';
  if (waiting.length === 0) {
    return <p>No payment waits for a person{data.hasMore ? ` among the newest ${PAGE} pending ones` : ''}.</p>;
  }
  return (
    <>
      {waiting.map(({ stage, payments }) => (
        <div key={stage}>
          <p>
            {some}
            {payments.length} {payments.length === 1 ? 'payment' : 'payments'} <Status status={stage} />
          </p>
          <ul className={styles['items']}>
            {payments.slice(0, SHOWN).map(({ id, amount }) => (
              <li key={id}>
                <Link to="/$mode/payments/$id" params={{ mode, id }}>
                  {id}
                </Link>{' '}
                {moneyText(amount)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Endpoints that do not take what is delivered to them. */
export function FailingEndpoints(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'failing endpoints'],
    queryFn: async ({ signal }) => {
      const [webhooks, healths] = await Promise.all([
        client.webhooks.list({ limit: PAGE }, { signal }),
        client.analytics.webhooks({ limit: PAGE }, { signal }),
      ]);
      return failingEndpoints(webhooks.data, healths.data);
    },
    refetchInterval: 30_000,
  });
  if (error !== null) return <FailureNotice error={error} />;
  if (data === undefined) return <p role="status">Loading</p>;
  if (data.length === 0) return <p>No webhook fails.</p>;
  return (
    <ul className={styles['items']} aria-label="Failing webhooks">
      {data.map(({ id, reason }) => (
        <li key={id}>
          <Link to="/$mode/webhooks/$id" params={{ mode, id }}>
            {id}
          </Link>{' '}
          {reason}
        </li>
      ))}
    </ul>
  );
}
