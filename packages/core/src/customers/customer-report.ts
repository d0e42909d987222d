import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import {
  stretchOf,
  type IdRange,
  type ReportedStretch,
  type ReportInHand,
  type ReportSource,
} from '../platform/reports/report-source.js';
import { presentCustomer } from './customer.presenter.js';
import { Customer } from './customer.entity.js';

/** Rows of the customers report, without erased customers. */
export class CustomerReport implements ReportSource {
  readonly type = 'customers';
  readonly scopes = ['customers:read'] as const;
  readonly personal = true;
  readonly columns = [
    ...['id', 'email', 'firstName', 'lastName', 'phone'],
    ...['address.line1', 'address.line2', 'address.city', 'address.region', 'address.postalCode', 'address.country'],
    ...['preferences.locale', 'preferences.currency', 'preferences.emailReceipts'],
    ...['preferences.defaultPaymentMethodId', 'metadata', 'mode', 'version', 'createdAt', 'updatedAt'],
  ];

  async read(
    tables: EnvironmentTables,
    { mode }: ReportInHand,
    { fromId, toId }: IdRange,
    limit: number,
  ): Promise<ReportedStretch> {
    const conditions = [
      { text: 'id >= ?', values: [fromId] },
      { text: 'erased_at IS NULL', values: [] },
    ];
    const customers = await tables.page(Customer, { limit, beforeId: toId }, conditions);
    const rows = customers.map((customer) => ({ id: customer.id, row: { ...presentCustomer(customer, mode) } }));
    return stretchOf(rows, limit);
  }
}
