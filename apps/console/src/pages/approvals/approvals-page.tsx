import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { currencies } from '../../generated/currencies';
import { useMode } from '../../lib/modes';
import { ChoiceFilter, Filters } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import { PAYMENT_COLUMNS } from '../payments/payment-columns';

/** Others decide too. */
const REFRESH_MS = 5_000;

/** Payments that wait for a decision, oldest first. Each is decided on its own page. */
export function ApprovalsPage(): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/approvals' });
  const query = { ...search, stage: 'awaiting_approval', order: 'asc' } as const;
  return (
    <>
      <PageTitle title="Approvals" />
      <Filters search={search}>
        <ChoiceFilter label="Currency" name="currency" value={search['currency']} options={Object.keys(currencies)} />
      </Filters>
      <List
        name="Approvals"
        search={search}
        load={(signal) => client.payments.list(query, { signal })}
        pathOf={({ id }) => `payments/${id}`}
        columns={PAYMENT_COLUMNS}
        refreshMs={() => REFRESH_MS}
        empty={<p>No payments are waiting for approval.</p>}
      />
      <ShowCode call={list('payments', query)} />
    </>
  );
}
