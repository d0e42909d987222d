import { ApiError, type Problem, type Svc } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { connectionQuery, decidingConnection } from './payment-connection.js';

const NOTHING = { value: 0, currency: 'EUR' };
const SOME = { value: 600, currency: 'EUR' };
const STRIPE = { id: 'proc_1', kind: 'stripe', reference: null } as const;

describe('the connection of a payment', () => {
  it('decides what can be done while the payment is sent or can be refunded', () => {
    const payment = { stage: null, processor: STRIPE, refundableAmount: NOTHING };
    expect(decidingConnection(payment)).toBeUndefined();
    expect(decidingConnection({ ...payment, refundableAmount: SOME })).toBe('proc_1');
    expect(decidingConnection({ ...payment, stage: 'processing' })).toBe('proc_1');
    expect(decidingConnection({ ...payment, stage: 'processing', processor: null })).toBeUndefined();
    const sandbox = { id: 'sandbox', kind: 'sandbox', reference: null } as const;
    expect(decidingConnection({ ...payment, refundableAmount: SOME, processor: sandbox })).toBeUndefined();
  });

  const read = (retrieve: () => Promise<unknown>): unknown => {
    const { queryFn } = connectionQuery({ processors: { retrieve } } as unknown as Svc, 'test', 'proc_1');
    return (queryFn as (context: object) => unknown)({ signal: undefined });
  };
  const refusal = (status: number) => new ApiError({ status, headers: new Headers() }, { status } as Problem);

  it('is failing, works or was deleted', async () => {
    expect(await read(() => Promise.resolve({ status: 'failing' }))).toBe('failing');
    expect(await read(() => Promise.resolve({ status: 'unverified' }))).toBe('working');
    expect(await read(() => Promise.reject(refusal(404)))).toBe('deleted');
    await expect(read(() => Promise.reject(refusal(429)))).rejects.toMatchObject({ status: 429 });
  });
});
