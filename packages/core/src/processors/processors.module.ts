import { Module } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { NameResolution, socketLookup } from '../platform/dns/name-resolution.js';
import { IdSource } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { CONFIG, LOGGER } from '../platform/tokens.js';
import { TRACING } from '../platform/tracing/trace.js';
import { concept } from '../platform/wiring/registry.js';
import { provide } from '../platform/wiring/provide.js';
import { AcquirerClient } from './acquirer-client.js';
import { HttpProcessor } from './http-processor.js';
import { ManualProcessor } from './manual-processor.js';
import { CallbackTargets, ProcessorCallbacks } from './processor-callbacks.js';
import { ProcessorCalls } from './processor-calls.js';
import { ProcessorRegistry } from './processor-registry.js';

@Module(
  concept([
    {
      provide: ProcessorRegistry,
      useFactory: (config: Config, names: NameResolution, logger: Logger) =>
        new ProcessorRegistry([new ManualProcessor(), ...httpProcessor(config, names, logger)], {
          test: 'sandbox',
          live: config.PROCESSOR_LIVE,
        }),
      inject: [CONFIG, NameResolution, LOGGER],
    },
    provide(ProcessorCalls, [Metrics, TRACING]),
    provide(CallbackTargets, []),
    provide(ProcessorCallbacks, {
      processors: ProcessorRegistry,
      ids: IdSource,
      targets: CallbackTargets,
      logger: LOGGER,
    }),
  ]),
)
export class ProcessorsModule {}

/** Also present when new payments go elsewhere: it completes the payments that it has started. */
function httpProcessor(config: Config, { configured }: NameResolution, logger: Logger): HttpProcessor[] {
  const {
    PROCESSOR_URL: url,
    PROCESSOR_API_KEY: apiKey,
    PROCESSOR_TIMEOUT: timeoutMs,
    PROCESSOR_EXTRA_CA: ca,
  } = config;
  if (url === undefined || apiKey === undefined) return [];
  const client = new AcquirerClient({ url, apiKey, timeoutMs, ca, lookup: socketLookup(configured) });
  return [new HttpProcessor(client, config.PROCESSOR_CALLBACK_SECRET, logger)];
}
