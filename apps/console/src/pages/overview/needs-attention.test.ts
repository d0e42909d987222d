import type { DeliveryHealth } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { failingEndpoints } from './needs-attention.js';

describe('failing endpoints', () => {
  const health = (webhookId: string, failed: number) => ({
    webhookId,
    health: { failed, deliveries: 20, coveredFrom: '2026-11-20T09:30:00.000Z' } as DeliveryHealth,
  });

  it('were disabled by the service, or have failed deliveries', () => {
    const webhooks = [
      { id: 'wh_1', disabledReason: null },
      { id: 'wh_2', disabledReason: 'Every attempt has failed.' },
      { id: 'wh_3', disabledReason: null },
    ];
    expect(failingEndpoints(webhooks, [health('wh_1', 3), health('wh_2', 20), health('wh_3', 0)])).toEqual([
      { id: 'wh_2', reason: 'It was disabled. Every attempt has failed.' },
      { id: 'wh_1', reason: '3 of 20 deliveries since 2026-11-20 09:30:00 UTC failed.' },
    ]);
  });
});
