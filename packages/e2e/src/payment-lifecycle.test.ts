import { Svc, type ApiError, type EventKind } from '@svc/sdk';
import { eventually, forThisFile, startReceiver, startStack } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const amount = { value: 12_500, currency: 'EUR' };

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack());
const svc = new Svc((await stack.createAccount('enterprise')).testKey, { baseUrl: stack.apiUrl });

beforeAll(async () => {
  const outcomes: EventKind[] = ['payment.pending', 'payment.completed', 'payment.failed'];
  await svc.webhooks.create({ url: `${receiver.url}/all`, events: [...outcomes, 'payment.authorized'] });
  await svc.webhooks.create({ url: `${receiver.url}/outcomes`, events: outcomes });
}, 120_000);

/** The events of a payment at an endpoint, in the order of their sequence numbers. */
function told(path: string, id: string): [number, string][] {
  const numbered = receiver.requests
    .filter((request) => request.path === path)
    .map(({ parsed }) => parsed as { type: string; data: { id: string; version: number } })
    .filter(({ data }) => data.id === id)
    .map(({ type, data }): [number, string] => [data.version, type]);
  return [...new Map(numbered)].sort(([a], [b]) => a - b);
}

describe('a payment that is captured later', () => {
  it('is authorized, captured and completed; only subscribers of the authorization receive it', async () => {
    const { id } = await svc.payments.create({ amount, captureMethod: 'manual' });
    await reached(svc, id, { stage: 'authorized' });
    await svc.payments.capture(id, { reason: 'shipped' });
    await reached(svc, id, { status: 'completed' });
    await eventually(() => {
      expect(told('/all', id)).toEqual([
        [1, 'payment.pending'],
        [2, 'payment.authorized'],
        [3, 'payment.completed'],
      ]);
      expect(told('/outcomes', id)).toEqual([
        [1, 'payment.pending'],
        [3, 'payment.completed'],
      ]);
    });
    const error: unknown = await svc.payments.capture(id).catch((reason: unknown) => reason);
    expect((error as ApiError).problem).toMatchObject({ code: 'state_conflict', currentStatus: 'completed' });
  });

  it('expires without a capture: the authorization is voided', async () => {
    const expiresAt = new Date(Date.now() + 5_000).toISOString();
    const { id } = await svc.payments.create({ amount, captureMethod: 'manual', expiresAt });
    await reached(svc, id, { stage: 'authorized', expiresAt });
    expect(await reached(svc, id, { status: 'failed' })).toMatchObject({ failure: { code: 'expired' } });
    const { data } = await svc.payments.timeline(id);
    expect(data.flatMap((entry) => (entry.type === 'timeline.attempt' ? [entry.operation] : []))).toEqual([
      'authorize',
      'void',
    ]);
  }, 40_000);
});

describe('a payment that needs its customer', () => {
  it('completes on the page of nextAction', async () => {
    const { id } = await svc.payments.create({ amount, metadata: { sandbox: 'action' } });
    const { nextAction } = await reached(svc, id, { stage: 'requires_action' });
    expect(nextAction?.type).toBe('redirect');
    const answer = await fetch(nextAction?.url ?? '', { method: 'POST', body: 'outcome=complete' });
    expect(answer.status).toBe(200);
    expect(await reached(svc, id, { status: 'completed' })).toMatchObject({ nextAction: null });
    await eventually(() => expect(told('/outcomes', id).map(([, type]) => type)).toContain('payment.completed'));
  });
});
