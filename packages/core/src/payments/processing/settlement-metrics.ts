import type { Metrics } from '../../platform/metrics/metrics.js';
import type { Mode } from '../../security/environment.entity.js';
import type { PaymentState } from '../payment-state.js';

/** Counts where the answers of processors take payments. */
export class SettlementMetrics {
  private readonly moved;

  constructor(metrics: Metrics) {
    this.moved = metrics.counter(
      'svc_payments_moved_total',
      'Payments that the answer of a processor, or the lack of one, has moved, by status or stage.',
      ['mode', 'to'],
    );
    // An increase shows only where there was a value before.
    for (const mode of ['test', 'live']) this.moved.inc({ mode, to: 'requires_attention' }, 0);
  }

  /** A payment has got into this state. */
  noteMoved(mode: Mode, { status, stage }: PaymentState): void {
    this.moved.inc({ mode, to: stage ?? status });
  }
}
