import { describe, expect, it } from 'vitest';
import { newRefund } from '../../test/attempts.js';
import type { ProcessorOutcome } from './payment-processor.js';
import { sandboxRefundOutcome } from './sandbox-processor.js';

function outcome(elapsedMs: number, script?: unknown, ofPayment?: unknown): ProcessorOutcome {
  const request = newRefund({
    metadata: script === undefined ? {} : { sandbox: script },
    paymentMetadata: ofPayment === undefined ? {} : { sandbox: ofPayment },
  });
  return sandboxRefundOutcome({ ...request, now: new Date(request.startedAt.getTime() + elapsedMs) });
}

const declined = (code: string) => ({ kind: 'declined', code, message: expect.any(String) as string });

describe('a refund in the sandbox', () => {
  it.each([
    [0, undefined, undefined, { kind: 'pending', checkAfterMs: 1_000 }],
    [1_000, undefined, undefined, { kind: 'approved' }],
    [1_000, 'anything else', 42, { kind: 'approved' }],
    [10, 'delay:5000', undefined, { kind: 'pending', checkAfterMs: 4_990 }],
    [5_000, 'delay:5000', undefined, { kind: 'approved' }],
    [1_000, undefined, 'delay:5000', { kind: 'approved' }],
    [0, 'refund_fail', undefined, { kind: 'pending', checkAfterMs: 1_000 }],
    [1_000, 'refund_fail', undefined, declined('refund_failed')],
    [1_000, undefined, 'refund_fail', declined('refund_failed')],
    [1_000, 'decline:account_closed', undefined, declined('account_closed')],
    [2_999, 'timeout_then_approve', undefined, { kind: 'unknown' }],
    [3_000, 'timeout_then_approve', undefined, { kind: 'approved' }],
    [9_000_000, 'timeout_forever', undefined, { kind: 'unknown' }],
  ])('after %d ms, with the script %j and that of the payment %j: %o', (elapsedMs, script, ofPayment, expected) => {
    expect(outcome(elapsedMs, script, ofPayment)).toEqual(expected);
  });
});
