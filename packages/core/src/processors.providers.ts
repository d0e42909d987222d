import type { FactoryProvider } from '@nestjs/common';
import { PaymentCallbacks } from './payments/payment-callbacks.js';
import { SandboxActions } from './payments/sandbox-actions.js';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { NameResolution } from './platform/dns/name-resolution.js';
import { socketLookup } from './platform/dns/socket-lookup.js';
import { IdSource } from './platform/ids/id-source.js';
import type { Logger } from './platform/logger.js';
import { Metrics } from './platform/metrics/metrics.js';
import { CONFIG, LOGGER } from './platform/tokens.js';
import { TRACING } from './platform/tracing/tracing.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { AcquirerClient } from './processors/acquirer-client.js';
import { HttpProcessor } from './processors/http-processor.js';
import { ManualProcessor } from './processors/manual-processor.js';
import { ProcessorCallbacks } from './processors/processor-callbacks.js';
import { ProcessorCalls } from './processors/processor-calls.js';
import { ProcessorRegistry } from './processors/processor-registry.js';
import { SandboxProcessor } from './processors/sandbox-processor.js';
import { RefundCallbacks } from './refunds/refund-callbacks.js';
import { provide } from './provide.js';

/** How money moves. */
export const processorsProviders: FactoryProvider[] = [
  {
    provide: ProcessorRegistry,
    useFactory: (customer: SandboxActions, config: Config, names: NameResolution, logger: Logger) =>
      new ProcessorRegistry(
        [new SandboxProcessor(customer), new ManualProcessor(), ...httpProcessor(config, names, logger)],
        {
          test: 'sandbox',
          live: config.PROCESSOR_LIVE,
        },
      ),
    inject: [SandboxActions, CONFIG, NameResolution, LOGGER],
  },
  provide(ProcessorCalls, [Metrics, TRACING]),
  provide(PaymentCallbacks, [Database, WorkQueues]),
  provide(RefundCallbacks, [Database, WorkQueues]),
  provide(ProcessorCallbacks, [ProcessorRegistry, IdSource, PaymentCallbacks, RefundCallbacks, LOGGER]),
];

/** Also where new payments go elsewhere: those that it has begun are its own to finish. */
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
