import type { Payment, Svc } from '@svc/sdk';
import { eventually } from '@svc/testing';
import { expect } from 'vitest';

/** The payment, once the API shows it in this state. */
export function reached(svc: Svc, id: string, state: Partial<Payment>): Promise<Payment> {
  return eventually(
    async () => {
      const payment = await svc.payments.retrieve(id);
      expect(payment).toMatchObject(state);
      return payment;
    },
    { timeoutMs: 20_000 },
  );
}
