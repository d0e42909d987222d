import type { Svc } from '@svc/sdk';
import { expect, it } from 'vitest';
import { customerObjectsQuery } from './customer-query.js';

const updatedAt = '2020-11-21T09:30:00.000Z';

it.each([
  ['moves', { status: 'pending', stage: 'processing', updatedAt }, 10_000],
  ['waits for somebody', { status: 'pending', stage: 'awaiting_approval', updatedAt }, 5_000],
  ['is final', { status: 'completed', stage: null, updatedAt }, false],
])('the objects of a customer are read again while a payment of them %s', (_, payment, milliseconds) => {
  const { refetchInterval } = customerObjectsQuery({} as Svc, 'test', 'cust_1');
  const data = { payments: [payment], methods: [] };
  expect(typeof refetchInterval === 'function' && refetchInterval({ state: { data } } as never)).toBe(milliseconds);
});
