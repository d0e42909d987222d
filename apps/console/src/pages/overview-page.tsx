import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../lib/modes';
import { moneyText } from '../lib/money';
import { FailureNotice } from '../ui/notice';
import { PageTitle } from '../ui/page-title';
import { Status } from '../ui/status';

/** The first page: what happened last. */
export function OverviewPage(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'Payments', { limit: 5 }],
    queryFn: ({ signal }) => client.payments.list({ limit: 5 }, { signal }),
  });
  return (
    <>
      <PageTitle title="Overview" />
      {error !== null && <FailureNotice error={error} />}
      <h2>Latest payments</h2>
      {data?.data.length === 0 && <p>There are no payments yet.</p>}
      <ul>
        {data?.data.map(({ id, amount, status, stage }) => (
          <li key={id}>
            <Link to="/$mode/payments/$id" params={{ mode, id }}>
              {id}
            </Link>{' '}
            {moneyText(amount)} <Status status={stage ?? status} />
          </li>
        ))}
      </ul>
    </>
  );
}
