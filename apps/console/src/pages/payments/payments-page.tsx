import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { currencies } from '../../generated/currencies';
import { listFilters } from '../../lib/filter-query';
import { useMode } from '../../lib/modes';
import { AmountFilters, ChoiceFilter, Filters, MetadataFilter, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import { PAYMENT_COLUMNS } from './payment-columns';

const STAGES = ['awaiting_approval', 'processing', 'requires_action', 'authorized', 'requires_attention'];

export function PaymentsPage(): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/payments' });
  return (
    <>
      <PageTitle title="Payments" />
      <Filters search={search}>
        <ChoiceFilter
          label="Status"
          name="status"
          value={search['status']}
          options={['pending', 'completed', 'failed']}
        />
        <ChoiceFilter label="Stage" name="stage" value={search['stage']} options={STAGES} />
        <ChoiceFilter label="Currency" name="currency" value={search['currency']} options={Object.keys(currencies)} />
        <TextFilter label="Reference" name="reference" value={search['reference']} />
        <TextFilter label="E-mail" name="email" value={search['email']} />
        <TextFilter label="Customer" name="customerId" value={search['customerId']} />
        <TextFilter label="Subscription" name="subscriptionId" value={search['subscriptionId']} />
        <AmountFilters search={search} />
        <MetadataFilter search={search} />
      </Filters>
      <List
        name="Payments"
        search={search}
        load={(signal) => client.payments.list(listFilters(search), { signal })}
        pathOf={({ id }) => `payments/${id}`}
        columns={PAYMENT_COLUMNS}
        empty={
          <>
            <p>There are no payments yet. This call creates one:</p>
            <pre tabIndex={0}>{`curl ${window.location.origin}/v1/payments \\
  -H "Authorization: Bearer $SVC_API_KEY" -H "Content-Type: application/json" \\
  -d '{"amount":{"value":1000,"currency":"EUR"}}'`}</pre>
          </>
        }
      />
      <ShowCode call={list('payments', listFilters(search))} />
    </>
  );
}
