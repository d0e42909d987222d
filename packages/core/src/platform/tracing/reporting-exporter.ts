import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { reasonOf } from '../errors/reason.js';
import type { Logger } from '../logger.js';

/** Passes spans on, and says once when the collector does not take them, and once when it does again. */
export class ReportingExporter implements SpanExporter {
  private failing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, (result) => {
      this.report(result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  private report(error: Error | undefined): void {
    if (this.failing === (error !== undefined)) return;
    this.failing = error !== undefined;
    if (error === undefined) this.logger.info({ event: 'traces_exported' }, 'the trace collector is available again');
    else this.logger.warn({ event: 'traces_lost', reason: reasonOf(error) }, 'the trace collector is unavailable');
  }
}
