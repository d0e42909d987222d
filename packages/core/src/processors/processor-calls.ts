import type { Metrics } from '../platform/metrics/metrics.js';
import type { PaymentProcessor, ProcessorAttempt, ProcessorOutcome } from './payment-processor.js';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** What a processor is asked. */
export type CallOperation = ProcessorAttempt['operation'] | 'refund' | 'status';

/** Follows the calls to processors: how many there are, what comes of them and how long it takes. */
export class ProcessorCalls {
  private readonly calls;
  private readonly duration;

  constructor(metrics: Metrics) {
    this.calls = metrics.counter(
      'svc_processor_calls_total',
      'Calls to payment processors; `unknown` is asked again, `error` a call that broke.',
      ['processor', 'operation', 'outcome'],
    );
    this.duration = metrics.histogram(
      'svc_processor_call_duration_seconds',
      'How long payment processors took to answer.',
      SECONDS,
      ['processor', 'operation'],
    );
  }

  /** Makes a call and passes on what comes of it. */
  async follow<Outcome extends ProcessorOutcome>(
    { name }: Pick<PaymentProcessor, 'name'>,
    operation: CallOperation,
    call: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const startedAt = performance.now();
    let outcome: ProcessorOutcome['kind'] | 'error' = 'error';
    try {
      const answer = await call();
      outcome = answer.kind;
      return answer;
    } finally {
      this.duration.labels(name, operation).observe((performance.now() - startedAt) / 1_000);
      this.calls.labels(name, operation, outcome).inc();
    }
  }
}
