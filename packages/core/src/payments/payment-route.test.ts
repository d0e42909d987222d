import { describe, expect, it } from 'vitest';
import { ConnectionRoutes, type RoutedConnection } from '../processors/connections/connection-routing.js';
import type { NewPayment } from './creating/payment-writer.js';
import { type Route, routeOf } from './payment-route.js';

type Kind = RoutedConnection['kind'];

/** A connection in the order of priority: `['stripe', 'http']` are `stripe:1` and `http:2`. */
type Given = Kind | (Partial<RoutedConnection> & { readonly kind: Kind });

interface Choice {
  readonly payment?: Partial<NewPayment>;
  /** Whether the payer pays with a payment method; a number: of this connection. */
  readonly method?: boolean | number;
  readonly installed?: string;
}

async function route(
  given: readonly Given[],
  { payment, method = false, installed = 'sandbox' }: Choice = {},
): Promise<Route> {
  const usual = {
    environmentId: 1,
    enabled: true,
    isDeleted: false,
    currencies: null,
    amountMin: null,
    amountMax: null,
  };
  const stored: RoutedConnection[] = given.map((each, index) => ({
    ...usual,
    id: String(index + 1),
    ...(typeof each === 'string' ? { kind: each } : each),
  }));
  const made: NewPayment = {
    ...{ environmentId: 1, mode: 'test', amountValue: 1_000, currency: 'EUR', customer: undefined, description: null },
    ...{ metadata: {}, reference: null, processor: undefined, captureMethod: 'automatic', paymentMethodId: null },
    ...{ subscriptionId: null, checkoutSessionId: null, returnUrl: null, expiresAt: null, reachesThreshold: false },
    ...{ initiator: 'customer', statementDescriptorSuffix: null, receiptEmail: null },
    ...payment,
  };
  const used = {
    paymentMethodId: method === false ? null : '5',
    methodProcessorId: typeof method === 'number' ? String(method) : null,
  };
  const runner = { run: <Row>() => Promise.resolve(stored as unknown as Row[]) };
  return routeOf(made, used, await ConnectionRoutes.read(runner, new Set([1])), installed);
}

const processorOf = async (...args: Parameters<typeof route>): Promise<string> => (await route(...args)).processor;

const refusal = (pointer: string, code = 'not_accepted'): object => ({
  code: 'validation_failed',
  errors: [expect.objectContaining({ pointer, code })],
});

describe('the first rule that applies', () => {
  it('1: the connection of the payment method, and no other one later', async () => {
    expect(await route(['http', 'stripe'], { method: 2 })).toEqual({ processor: 'stripe:2', canFailOver: false });
  });

  it('2: the processor that was asked for, and no other one later', async () => {
    const payment = { processor: 'stripe:2' };
    expect(await route(['http', 'stripe'], { payment, method: true })).toEqual({
      processor: 'stripe:2',
      canFailOver: false,
    });
  });

  it.each(['sandbox', 'http'])(
    '3: the %s of the installation, if the payment method has no connection',
    async (installed) => {
      const expected = { processor: installed, canFailOver: false };
      expect(await route(['stripe', 'http'], { method: true, installed })).toEqual(expected);
      const payment = { subscriptionId: '8' };
      expect(await route(['stripe', 'http'], { method: true, installed, payment })).toEqual(expected);
    },
  );

  it('3: or the first connection and no other one later, if the installation has no processor', async () => {
    const expected = { processor: 'stripe:1', canFailOver: false };
    expect(await route(['stripe', 'http'], { method: true, installed: 'manual' })).toEqual(expected);
  });

  it('4: the first enabled connection that takes the payment, and perhaps another one later', async () => {
    expect(await route(['http', 'stripe'])).toEqual({ processor: 'http:1', canFailOver: true });
    const others: Given[] = [
      { kind: 'http', enabled: false },
      { kind: 'http', currencies: ['USD'] },
      { kind: 'http', amountMin: '1001' },
      { kind: 'http', amountMax: '999' },
      { kind: 'http', environmentId: 2 },
    ];
    expect(await processorOf([...others, 'http'])).toBe('http:6');
  });

  it('5: the processor of the installation', async () => {
    expect(await route([])).toEqual({ processor: 'sandbox', canFailOver: false });
    expect(await processorOf([], { installed: 'manual' })).toBe('manual');
    expect(await processorOf([{ kind: 'http', currencies: ['USD'] }])).toBe('sandbox');
  });
});

describe('a payment without a payment method', () => {
  const REFUSED = refusal('/paymentMethodId', 'required');

  it('skips connections that need one', async () => {
    expect(await processorOf(['stripe', 'http'])).toBe('http:2');
  });

  it('is refused if no other connection takes it, instead of being made elsewhere', async () => {
    await expect(route(['stripe'])).rejects.toMatchObject(REFUSED);
    await expect(route(['stripe', 'http'], { payment: { processor: 'stripe:1' } })).rejects.toMatchObject(REFUSED);
    expect(await processorOf(['stripe'], { payment: { processor: 'sandbox' } })).toBe('sandbox');
  });

  it('goes there for a page, and for a subscription, which it must not hold up', async () => {
    expect(await processorOf(['stripe'], { payment: { checkoutSessionId: '7' } })).toBe('stripe:1');
    expect(await processorOf(['stripe'], { payment: { subscriptionId: '8' } })).toBe('stripe:1');
  });
});

describe("a payment with the customer's default payment method", () => {
  const OTHERS: Given[] = [
    { kind: 'stripe', currencies: ['USD'] },
    { kind: 'stripe', amountMax: '999' },
    { kind: 'stripe', enabled: false },
    'http',
  ];

  it.each([
    ['its currency', 1, '/amount/currency'],
    ['its amount', 2, '/amount'],
    ['any payment, since it is disabled', 3, '/paymentMethodId'],
  ])('is refused if its connection does not take %s', async (_, method, pointer) => {
    await expect(route(OTHERS, { method })).rejects.toMatchObject(refusal(pointer));
  });

  it('is refused by another processor than the one of the payment method', async () => {
    const payment = { processor: 'http:2' };
    await expect(route(['stripe', 'http'], { payment, method: 1 })).rejects.toMatchObject(refusal('/processorId'));
    expect(await processorOf(['stripe', 'http'], { payment: { processor: 'stripe:1' }, method: 1 })).toBe('stripe:1');
  });

  it('of a subscription goes to its connection anyway, since it is owed', async () => {
    for (const method of [1, 2, 3]) {
      expect(await processorOf(OTHERS, { payment: { subscriptionId: '8' }, method })).toBe(`stripe:${method}`);
    }
  });
});

describe('a payment that only people would take', () => {
  const installed = 'manual';

  it.each([
    ['its currency', { currencies: ['USD'] }, '/amount/currency'],
    ['its amount', { amountMin: '1001' }, '/amount'],
  ])('is refused if there are connections and none takes %s', async (_, limits, pointer) => {
    await expect(route([{ kind: 'http', ...limits }], { installed })).rejects.toMatchObject(refusal(pointer));
  });

  it('waits for them if all connections were deleted, or if a subscription owes it', async () => {
    const deleted: Given = { kind: 'http', enabled: false, isDeleted: true };
    expect(await processorOf([deleted], { installed })).toBe('manual');
    const disabled: Given = { kind: 'http', enabled: false };
    expect(await processorOf([disabled], { installed, payment: { subscriptionId: '8' } })).toBe('manual');
  });
});
