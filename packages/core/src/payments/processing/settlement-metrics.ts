import type { Metrics } from '../../platform/metrics/metrics.js';
import type { Mode } from '../../security/environment.entity.js';
import type { PaymentState } from '../payment-state.js';

/** Counts payments by the state that a processor's response led to. */
export class SettlementMetrics {
  private readonly changed;

  constructor(metrics: Metrics) {
    this.changed = metrics.counter(
      'svc_payments_moved_total',
      'Payments moved by a processor response or by its absence, by new status or stage.',
      ['mode', 'to'],
    );
    // Starts the series at 0: increase() ignores a first value.
    for (const mode of ['test', 'live']) this.changed.inc({ mode, to: 'requires_attention' }, 0);
  }

  countChange(mode: Mode, { status, stage }: PaymentState): void {
    this.changed.inc({ mode, to: stage ?? status });
  }
}
