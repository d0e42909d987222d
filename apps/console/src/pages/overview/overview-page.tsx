import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { mayUse, useSession } from '../../session/session';
import { FailureNotice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import { LiveTail } from '../events/live-tail';
import { refreshListAfter } from '../payments/payment-actions';
import { FailedRefunds, FailingConnections, FailingEndpoints, OpenDisputes, WaitingPayments } from './attention';
import { FirstSteps } from './first-steps';
import { Today } from './today';
import styles from './overview.module.css';

/** Needs attention, today's figures, latest payments and live events. */
export function OverviewPage(): ReactElement {
  const { mode } = useMode();
  const session = useSession();
  const may = (scope: string): boolean => mayUse(session, mode, scope);
  const maySeeEndpoints = may('webhooks:read') && may('analytics:read');
  return (
    <>
      <PageTitle title="Overview" />
      {mode === 'test' && may('payments:write') && may('webhooks:read') && <FirstSteps />}
      <section className={styles['section']} aria-labelledby="attention">
        <h2 id="attention">Needs attention</h2>
        {may('payments:read') && <WaitingPayments />}
        {may('payments:read') && <OpenDisputes />}
        {may('refunds:read') && <FailedRefunds />}
        {may('processors:read') && <FailingConnections />}
        {maySeeEndpoints && <FailingEndpoints />}
      </section>
      {may('analytics:read') && <Today />}
      {may('payments:read') && <LatestPayments />}
      {may('webhooks:read') && <LiveTail />}
    </>
  );
}

function LatestPayments(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'Payments', { limit: 5 }],
    queryFn: ({ signal }) => client.payments.list({ limit: 5 }, { signal }),
    refetchInterval: ({ state }) => refreshListAfter(state.data?.data ?? []),
  });
  return (
    <section className={styles['section']} aria-labelledby="latest">
      <h2 id="latest">Latest payments</h2>
      {error !== null && <FailureNotice error={error} />}
      {data?.data.length === 0 && <p>There are no payments yet.</p>}
      <ul className={styles['items']}>
        {data?.data.map(({ id, amount, status, stage }) => (
          <li key={id}>
            <Link to="/$mode/payments/$id" params={{ mode, id }}>
              {id}
            </Link>{' '}
            {moneyText(amount)} <Status status={stage ?? status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
