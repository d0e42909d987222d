import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { FailureNotice } from '../../ui/notice';
import { Status } from '../../ui/status';
import { readFailingEndpoints } from './needs-attention';
import styles from './overview.module.css';

const SHOWN = 5;
const PAGE = 100;

/** Stages that only a person ends. Unknown outcomes come first. */
const STAGES = ['requires_attention', 'awaiting_approval'] as const;

/** Payments that wait for an approval, or whose outcome somebody must decide. */
export function WaitingPayments(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'waiting payments'],
    queryFn: ({ signal }) =>
      Promise.all(
        STAGES.map(async (stage) => ({ stage, page: await client.payments.list({ stage, limit: PAGE }, { signal }) })),
      ),
    refetchInterval: 30_000,
  });
  if (data === undefined) return <Unread error={error} />;
  const waiting = data.filter(({ page }) => page.data.length > 0);
  return (
    <>
      {error !== null && <FailureNotice error={error} />}
      {waiting.length === 0 && <p>No payments need attention.</p>}
      {waiting.map(({ stage, page: { data: payments, hasMore } }) => (
        <div key={stage}>
          <p>
            {hasMore && 'More than '}
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

/** Webhooks that are disabled or failing. */
export function FailingEndpoints(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'failing endpoints'],
    queryFn: ({ signal }) => readFailingEndpoints(client, signal),
    refetchInterval: 30_000,
  });
  if (data === undefined) return <Unread error={error} />;
  return (
    <>
      {error !== null && <FailureNotice error={error} />}
      {data.length === 0 && <p>No webhooks are failing.</p>}
      {data.length > 0 && (
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
      )}
    </>
  );
}

function Unread({ error }: { readonly error: unknown }): ReactElement {
  return error === null ? <p role="status">Loading</p> : <FailureNotice error={error} />;
}
