import type { Config } from '../config/config.js';
import type { Logger } from '../logger.js';
import { NO_TRACING, type Tracing } from './trace.js';

type Settings = Pick<
  Config,
  | 'OTEL_SDK_DISABLED'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_PROTOCOL'
>;

/** Opens tracing as configured. OpenTelemetry is loaded only if there is a collector. */
export async function openTracing(settings: Settings, logger: Logger): Promise<Tracing> {
  if (!isTraced(settings)) return NO_TRACING;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  const service = `svc-payments-${String(logger.bindings()['service'])}`;
  return new OtlpTracing(service, settings.OTEL_EXPORTER_OTLP_PROTOCOL, logger);
}

function isTraced(settings: Settings): boolean {
  if (settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined || settings.OTEL_TRACES_EXPORTER === 'otlp';
}
