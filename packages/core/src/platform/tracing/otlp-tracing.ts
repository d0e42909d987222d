import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type Context,
  DiagLogLevel,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace as api,
  diag,
} from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Config } from '../config/config.js';
import type { Logger } from '../logger.js';
import { type Span, type SpanEnd, type Trace, type Tracing, readTraceparent, spanId } from './trace.js';
import { reasonOf } from '../errors/domain-error.js';
import { withTimeout } from '../with-timeout.js';

/** Exports spans, and logs once when the collector fails and once when it recovers. */
class ReportingExporter implements SpanExporter {
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

/** Spans that are not exported by then are lost: the process has to end. */
const FLUSH_WITHIN_MS = 2_000;

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/**
 * Exports spans with OTLP over HTTP, as configured by OTEL_*. A bounded queue is sent in the background: nothing waits
 * for the collector, and spans that it does not accept are dropped.
 */
export class OtlpTracing implements Tracing, OnApplicationShutdown {
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;

  constructor(service: string, protocol: Config['OTEL_EXPORTER_OTLP_PROTOCOL'], logger: Logger) {
    // Invalid settings are logged once here; the exporter reports later failures.
    const warn = (reason: string): void =>
      logger.warn({ event: 'tracing_settings', reason }, 'OpenTelemetry reports a problem with its settings');
    diag.setLogger({ error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} }, DiagLogLevel.WARN);
    const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
    const named = resourceFromAttributes({ 'service.name': service });
    this.provider = new BasicTracerProvider({
      resource: named.merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(new ReportingExporter(exporter, logger))],
    });
    diag.disable();
    this.tracer = this.provider.getTracer('svc-payments');
  }

  request(header: string | undefined): Span<Trace> {
    const parent = readTraceparent(header);
    return spanOf(this.tracer.startSpan('request', { kind: SpanKind.SERVER }, contextOf(parent)));
  }

  begin(name: string, kind: 'internal' | 'client', parent: Trace | null): Span {
    return spanOf(this.tracer.startSpan(name, { kind: KINDS[kind] }, contextOf(parent)));
  }

  async onApplicationShutdown(): Promise<void> {
    await withTimeout(FLUSH_WITHIN_MS, this.provider.shutdown());
  }
}

/** The context of a child of the trace's last span. Some traces consist of an id only. */
function contextOf(parent: Trace | null | undefined): Context {
  const [traceId, flags, span = spanId()] = parent?.split('-') ?? [];
  if (traceId === undefined) return ROOT_CONTEXT;
  const isSampled = (Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED) !== 0;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return api.setSpanContext(ROOT_CONTEXT, { traceId, spanId: span, traceFlags, isRemote: true });
}

function spanOf(span: OtelSpan): Span<Trace> {
  const { traceId, spanId: id, traceFlags } = span.spanContext();
  const flags = (traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01';
  return {
    trace: `${traceId}-${flags}-${id}`,
    end: (tell) => {
      if (span.isRecording()) finish(span, tell?.() ?? {});
      span.end();
    },
  };
}

function finish(span: OtelSpan, { name, attributes = {}, failure }: SpanEnd): void {
  if (name !== undefined) span.updateName(name);
  span.setAttributes(attributes);
  if (failure === undefined) return;
  span.setAttribute('error.type', failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
