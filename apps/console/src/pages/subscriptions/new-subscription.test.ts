import type { Subscription } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { InvalidField } from '../../lib/problem.js';
import { changesTo, newSubscription } from './new-subscription.js';

const ENTERED = {
  customerId: ' cust_1 ',
  amount: '10.5',
  currency: 'EUR',
  intervalCount: '2',
  interval: 'week',
  paymentMethodId: '',
  description: '',
};

function formOf(changes: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...ENTERED, ...changes })) form.set(name, value);
  return form;
}

const read = (changes: Partial<typeof ENTERED> = {}) => newSubscription(formOf(changes));

describe('the form of a subscription', () => {
  it('is read with the amount in the smallest unit, without empty fields', () => {
    const amount = { value: 1050, currency: 'EUR' };
    expect(read()).toEqual({ customerId: 'cust_1', amount, interval: 'week', intervalCount: 2 });
    expect(read({ currency: 'JPY', amount: '10' }).amount).toEqual({ value: 10, currency: 'JPY' });
    expect(read({ paymentMethodId: 'pm_1', description: 'Gold' })).toMatchObject({
      paymentMethodId: 'pm_1',
      description: 'Gold',
    });
  });

  it.each(['', '0', '10.505', 'ten'])('has no amount with %j', (amount) => {
    expect(() => read({ amount })).toThrow(InvalidField);
  });
});

describe('the changes to a subscription', () => {
  const subscription = {
    amount: { value: 1050, currency: 'EUR' },
    interval: 'week',
    intervalCount: 2,
    paymentMethodId: 'pm_1',
    description: null,
    cancelAtPeriodEnd: true,
  } as Subscription;
  const unchanged = { paymentMethodId: 'pm_1', cancelAtPeriodEnd: 'true' };

  it('are only what is different', () => {
    expect(changesTo(subscription, formOf(unchanged))).toEqual({});
    expect(changesTo(subscription, formOf({ ...unchanged, currency: 'HUF', description: 'Gold' }))).toEqual({
      amount: { value: 1050, currency: 'HUF' },
      description: 'Gold',
    });
  });

  it.each(['Gold\nfor two', 'Gold\r\nfor two', ' Gold\n', '\n'])(
    'are not the description %j, unless it is edited',
    (description) => {
      const before = { ...subscription, description };
      // What a control makes of it.
      const shown = description.replaceAll('\r\n', '\n');
      expect(changesTo(before, formOf({ ...unchanged, description: shown }))).toEqual({});
      expect(changesTo(before, formOf({ ...unchanged, description: `${shown}\nnew` }))).toEqual({
        description: `${shown}\nnew`.trim(),
      });
    },
  );

  it('remove what was emptied', () => {
    const described = { ...subscription, description: 'Gold' };
    expect(changesTo(described, formOf({}))).toEqual({
      paymentMethodId: null,
      description: null,
      cancelAtPeriodEnd: false,
    });
  });
});
