import {
  stretchOf,
  type ReportedStretch,
  type ReportQuery,
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

  async read({ tables, mode, fromId, toId, limit }: ReportQuery): Promise<ReportedStretch> {
    const conditions = [
      { text: 'id >= ?', values: [fromId] },
      { text: 'erased_at IS NULL', values: [] },
    ];
    const customers = await tables.page(Customer, { limit, beforeId: toId }, conditions);
    return stretchOf(customers, limit, (customer) => presentCustomer(customer, mode));
  }
}
