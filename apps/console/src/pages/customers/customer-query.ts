import type { Payment, PaymentMethod, Svc } from '@svc/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Mode } from '../../session/client';
import { refreshListAfter } from '../payments/payment-actions';

/** A customer, under the key of its page. */
export function customerQuery(client: Svc, mode: Mode, id: string) {
  return queryOptions({
    queryKey: [mode, 'customer', id],
    queryFn: ({ signal }) => client.customers.retrieve(id, { signal }),
  });
}

/** What belongs to a customer: the latest payments, and the payment methods. */
export function customerObjectsQuery(client: Svc, mode: Mode, id: string) {
  return queryOptions({
    queryKey: [mode, 'customer', id, 'objects'],
    queryFn: async ({ signal }): Promise<{ payments: readonly Payment[]; methods: readonly PaymentMethod[] }> => {
      const [payments, methods] = await Promise.all([
        client.payments.list({ customerId: id, limit: 20 }, { signal }),
        client.customers.listPaymentMethods(id, { limit: 100 }, { signal }),
      ]);
      return { payments: payments.data, methods: methods.data };
    },
    refetchInterval: ({ state }) => refreshListAfter(state.data?.payments ?? []),
  });
}
