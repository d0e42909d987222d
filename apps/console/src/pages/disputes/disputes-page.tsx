import type { Dispute } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { ObjectLink } from '../../ui/object-link';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { respondBy } from './dispute-facts';

const STATUSES = ['inquiry', 'needs_response', 'under_review', 'won', 'lost', 'prevented', 'closed'];

const COLUMNS: readonly Column<Dispute>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Respond by', cell: respondBy },
  { title: 'Payment', cell: ({ paymentId }) => <ObjectLink section="payments" id={paymentId} /> },
  { title: 'Reason', cell: ({ reason }) => reason },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

export function DisputesPage(): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/disputes' });
  return (
    <>
      <PageTitle title="Disputes" />
      <Filters search={search}>
        <ChoiceFilter label="Status" name="status" value={search['status']} options={STATUSES} />
        <TextFilter label="Payment" name="paymentId" value={search['paymentId']} />
      </Filters>
      <List
        name="Disputes"
        search={search}
        load={(signal) => client.disputes.list(search, { signal })}
        pathOf={({ id }) => `disputes/${id}`}
        columns={COLUMNS}
        empty={<p>There are no disputes. One appears here when a customer&rsquo;s bank contests a payment.</p>}
      />
      <ShowCode call={list('disputes', search)} />
    </>
  );
}
