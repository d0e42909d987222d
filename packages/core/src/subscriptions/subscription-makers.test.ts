import { describe, expect, it } from 'vitest';
import type { TermMaker } from '../payments/payment-maker.js';
import type { Actor } from '../security/caller.js';
import { newMakers, paymentMakers, withMakers } from './subscription-makers.js';
import type { Subscription } from './subscription.entity.js';

const ada: Actor = { kind: 'member', userId: '1' };
const grace: Actor = { kind: 'api_key', keyId: '2' };

const before = {
  amountValue: '100',
  currency: 'EUR',
  interval: 'month',
  intervalCount: 1,
  paymentMethodId: null,
  cancelAtPeriodEnd: true,
  description: null,
  ...newMakers(ada),
} as Subscription;

describe('the makers of a subscription', () => {
  it.each<[string, Partial<Subscription>, { creator: Actor; amount: Actor; method: Actor }]>([
    ['its amount', { amountValue: '200' }, { creator: grace, amount: grace, method: ada }],
    ['its currency', { currency: 'USD' }, { creator: grace, amount: grace, method: ada }],
    ['its interval', { interval: 'day' }, { creator: grace, amount: ada, method: ada }],
    ['the count of its interval', { intervalCount: 2 }, { creator: grace, amount: ada, method: ada }],
    ['its cancellation', { cancelAtPeriodEnd: false }, { creator: grace, amount: ada, method: ada }],
    ['its payment method', { paymentMethodId: '9' }, { creator: ada, amount: ada, method: grace }],
    ['its description', { description: 'x' }, { creator: ada, amount: ada, method: ada }],
  ])('after another one has changed %s', (_, change, { creator, amount, method }) => {
    const { actor, otherMakers } = paymentMakers(withMakers(before, { ...before, ...change }, grace));
    expect([actor, ...otherMakers]).toEqual([creator, stored('amount', amount), stored('method', method)]);
  });

  it('are those of the last payment of a period that is tried again, except for the method', () => {
    const since = withMakers(before, { ...before, amountValue: '1', paymentMethodId: '9' }, grace);
    const last = { makerKeyId: null, makerUserId: '1', otherMakers: [stored('amount', ada), stored('method', ada)] };
    const { actor, otherMakers } = paymentMakers(since, last);
    expect([actor, ...otherMakers]).toEqual([ada, stored('amount', ada), stored('method', grace)]);
  });

  it('are those of the subscription if its last payment did not wait for approval', () => {
    const last = { makerKeyId: null, makerUserId: null, otherMakers: null };
    expect(paymentMakers(before, last)).toEqual(paymentMakers(before));
  });
});

function stored(term: 'amount' | 'method', actor: Actor): TermMaker {
  return actor.kind === 'member'
    ? { term, keyId: null, userId: actor.userId }
    : { term, keyId: actor.keyId, userId: null };
}
