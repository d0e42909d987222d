import { describe, expect, it } from 'vitest';
import { ConnectionRoutes } from '../processors/connections/connection-routing.js';
import type { NewPayment } from './creating/payment-writer.js';
import { routeOf } from './payment-route.js';

const connection = (kind: 'stripe' | 'http', id: string) => {
  return {
    environmentId: 1,
    id,
    kind,
    enabled: true,
    isDeleted: false,
    currencies: null,
    amountMin: null,
    amountMax: null,
  };
};

function route(
  kinds: readonly ('stripe' | 'http')[],
  change: Partial<NewPayment> = {},
  hasMethod = false,
): Promise<string> {
  const stored = kinds.map((kind, index) => connection(kind, String(index + 1)));
  const payment: NewPayment = {
    ...{ environmentId: 1, mode: 'test', amountValue: 1_000, currency: 'EUR', customer: undefined, description: null },
    ...{ metadata: {}, reference: null, processor: undefined, captureMethod: 'automatic', paymentMethodId: null },
    ...{ subscriptionId: null, checkoutSessionId: null, returnUrl: null, expiresAt: null, reachesThreshold: false },
    ...{ initiator: 'customer', statementDescriptorSuffix: null, receiptEmail: null },
    ...change,
  };
  const method = { paymentMethodId: hasMethod ? '5' : null, methodProcessorId: null };
  const runner = { run: <Row>() => Promise.resolve(stored as unknown as Row[]) };
  return ConnectionRoutes.read(runner, new Set([1])).then((routes) => {
    return routeOf(payment, method, routes, 'sandbox').processor;
  });
}

const REFUSED = { code: 'validation_failed', errors: [{ pointer: '/paymentMethodId', code: 'required' }] };

describe('a payment without a payment method', () => {
  it('skips connections that need one', async () => {
    expect(await route(['stripe', 'http'])).toBe('http:2');
    expect(await route([])).toBe('sandbox');
  });

  it('is refused if no other connection takes it, instead of being made elsewhere', async () => {
    await expect(route(['stripe'])).rejects.toMatchObject(REFUSED);
    await expect(route(['stripe', 'http'], { processor: 'stripe:1' })).rejects.toMatchObject(REFUSED);
    expect(await route(['stripe'], { processor: 'sandbox' })).toBe('sandbox');
  });

  it('goes there for a page, and for a subscription, which it must not hold up', async () => {
    expect(await route(['stripe'], { checkoutSessionId: '7' })).toBe('stripe:1');
    expect(await route(['stripe'], { subscriptionId: '8' })).toBe('stripe:1');
  });
});

it('a payment with a payment method goes to the first connection', async () => {
  expect(await route(['stripe', 'http'], {}, true)).toBe('stripe:1');
});
