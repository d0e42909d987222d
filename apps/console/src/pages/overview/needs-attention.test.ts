import type { DeliveryHealth } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { failingEndpoints, waitingFor } from './needs-attention.js';

describe('payments that wait for a person', () => {
  it('are grouped by stage, and others are left out', () => {
    const pending = [
      { id: 'pay_1', stage: 'awaiting_approval' },
      { id: 'pay_2', stage: 'processing' },
      { id: 'pay_3', stage: 'requires_attention' },
      { id: 'pay_4', stage: 'awaiting_approval' },
      { id: 'pay_5', stage: null },
    ] as const;
    expect(waitingFor(pending)).toEqual([
      { stage: 'requires_attention', payments: [pending[2]] },
      { stage: 'awaiting_approval', payments: [pending[0], pending[3]] },
    ]);
    expect(waitingFor([pending[1]])).toEqual([]);
  });
});

describe('failing endpoints', () => {
  const health = (webhookId: string, failed: number) => ({
    webhookId,
    health: { failed, deliveries: 20 } as DeliveryHealth,
  });

  it('were disabled by the service, or have failed deliveries', () => {
    const webhooks = [
      { id: 'wh_1', disabledReason: null },
      { id: 'wh_2', disabledReason: 'Every attempt has failed.' },
      { id: 'wh_3', disabledReason: null },
    ];
    expect(failingEndpoints(webhooks, [health('wh_1', 3), health('wh_2', 20), health('wh_3', 0)])).toEqual([
      { id: 'wh_2', reason: 'It was disabled. Every attempt has failed.' },
      { id: 'wh_1', reason: '3 of 20 deliveries failed in the last 24 hours.' },
    ]);
  });
});
