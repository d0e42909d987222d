import type { Payment } from '@svc/sdk';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';

/** What a list says about payments. */
export const PAYMENT_COLUMNS: readonly Column<Payment>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
  { title: 'Status', cell: ({ status, stage }) => <Status status={stage ?? status} /> },
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Customer', cell: ({ customer }) => customer?.email },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];
