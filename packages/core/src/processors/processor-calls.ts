import type { Metrics } from '../platform/metrics/metrics.js';
import type { Trace, Tracing } from '../platform/tracing/trace.js';
import type { PaymentProcessor, ProcessorAttempt, ProcessorOutcome, ProcessorRequest } from './payment-processor.js';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

export interface Call extends Pick<ProcessorRequest, 'reference' | 'trace'> {
  readonly operation: ProcessorAttempt['operation'] | 'refund' | 'status';
}

/** Measures and traces calls to processors. */
export class ProcessorCalls {
  private readonly calls;
  private readonly duration;

  constructor(
    metrics: Metrics,
    private readonly tracing: Tracing,
  ) {
    this.calls = metrics.counter(
      'svc_processor_calls_total',
      'Calls to payment processors by outcome; `unknown` is inquired again, `error` means that the call failed.',
      ['processor', 'operation', 'outcome'],
    );
    this.duration = metrics.histogram(
      'svc_processor_call_duration_seconds',
      'Response time of payment processors.',
      SECONDS,
      ['processor', 'operation'],
    );
  }

  /** Makes a call with a span of its trace, and returns its outcome. */
  async follow<Outcome extends ProcessorOutcome>(
    { name, isRemote }: Pick<PaymentProcessor, 'name' | 'isRemote'>,
    { operation, reference, trace }: Call,
    call: (trace: Trace | null) => Promise<Outcome>,
  ): Promise<Outcome> {
    const startedAt = performance.now();
    const span = this.tracing.begin(`processor ${operation}`, isRemote ? 'client' : 'internal', trace);
    let outcome: ProcessorOutcome['kind'] | 'error' = 'error';
    try {
      const answer = await call(span.trace);
      outcome = answer.kind;
      return answer;
    } finally {
      this.duration.observe({ processor: name, operation }, (performance.now() - startedAt) / 1_000);
      this.calls.inc({ processor: name, operation, outcome });
      const attributes = { 'svc.processor': name, 'svc.attempt_id': reference, 'svc.outcome': outcome };
      span.end(() => ({ attributes, failure: outcome === 'error' || outcome === 'unknown' ? outcome : undefined }));
    }
  }
}
