import { deepStrictEqual } from 'node:assert/strict';
import type { Payment, Svc } from '@svc/sdk';
import { eventually } from '@svc/testing';

/** Polls the payment until these fields have these values. */
export function reached(svc: Svc, id: string, state: Partial<Payment>): Promise<Payment> {
  return eventually(
    async () => {
      const payment = await svc.payments.retrieve(id);
      const names = Object.keys(state) as (keyof Payment)[];
      deepStrictEqual(Object.fromEntries(names.map((name) => [name, payment[name]])), state);
      return payment;
    },
    { timeoutMs: 20_000 },
  );
}
