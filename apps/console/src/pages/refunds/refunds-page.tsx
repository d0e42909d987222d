import type { Refund } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { currencies } from '../../generated/currencies';
import { listFilters } from '../../lib/filter-query';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import { AmountFilters, ChoiceFilter, Filters, MetadataFilter, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { ObjectLink } from '../../ui/object-link';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';

const COLUMNS: readonly Column<Refund>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Payment', cell: ({ paymentId }) => <ObjectLink section="payments" id={paymentId} /> },
  { title: 'Reason', cell: ({ reason }) => reason },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

export function RefundsPage(): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/refunds' });
  return (
    <>
      <PageTitle title="Refunds" />
      <Filters search={search}>
        <ChoiceFilter
          label="Status"
          name="status"
          value={search['status']}
          options={['pending', 'completed', 'failed']}
        />
        <ChoiceFilter label="Currency" name="currency" value={search['currency']} options={Object.keys(currencies)} />
        <TextFilter label="Payment" name="paymentId" value={search['paymentId']} />
        <AmountFilters search={search} />
        <MetadataFilter search={search} />
      </Filters>
      <List
        name="Refunds"
        search={search}
        load={(signal) => client.refunds.list(listFilters(search), { signal })}
        pathOf={({ id }) => `refunds/${id}`}
        columns={COLUMNS}
        empty={<p>There are no refunds yet. A completed payment can be refunded on its page.</p>}
      />
      <ShowCode call={list('refunds', listFilters(search))} />
    </>
  );
}
