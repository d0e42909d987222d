import { Link } from '@tanstack/react-router';
import type { Refund } from '@svc/sdk';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import { Facts } from '../../ui/facts';
import { JsonDetails } from '../../ui/json';
import { Metadata } from '../../ui/object-page';
import { Status } from '../../ui/status';
import { Table, type Column } from '../../ui/table';
import { disputesIn, type DisputeOfPayment } from './payment-disputes';
import { paymentFacts } from './payment-facts';
import type { PaymentState } from './payment-query';
import { Timeline } from './timeline';

const REFUND_COLUMNS: readonly Column<Refund>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Reason', cell: ({ reason }) => reason },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

const DISPUTE_COLUMNS: readonly Column<DisputeOfPayment>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Reason', cell: ({ reason }) => reason },
];

export function PaymentDetails({ state }: { readonly state: PaymentState }): ReactElement {
  const { payment, timeline, refunds } = state;
  const disputes = disputesIn(timeline);
  return (
    <>
      <Facts facts={paymentFacts(payment)} />
      <Metadata metadata={payment.metadata} />
      <h2>Timeline</h2>
      <Timeline entries={timeline} />
      {refunds.length > 0 && <RefundsOfPayment state={state} />}
      {disputes.length > 0 && (
        <>
          <h2>Disputes</h2>
          <Table name="Disputes" items={disputes} pathOf={({ id }) => `disputes/${id}`} columns={DISPUTE_COLUMNS} />
        </>
      )}
      <JsonDetails value={payment} />
    </>
  );
}

function RefundsOfPayment({ state: { payment, refunds, hasMoreRefunds } }: { readonly state: PaymentState }) {
  const { mode } = useMode();
  return (
    <>
      <h2>Refunds</h2>
      <Table name="Refunds" items={refunds} pathOf={({ id }) => `refunds/${id}`} columns={REFUND_COLUMNS} />
      {hasMoreRefunds && (
        <Link to="/$mode/$" params={{ mode, _splat: 'refunds' }} search={{ paymentId: payment.id }}>
          All refunds of this payment
        </Link>
      )}
    </>
  );
}
