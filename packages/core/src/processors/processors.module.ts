import { Module } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { NameResolution, socketLookup } from '../platform/dns/name-resolution.js';
import { AddressPolicy } from '../platform/http-client/address-policy.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { CONFIG, LOGGER } from '../platform/tokens.js';
import { TRACING } from '../platform/tracing/trace.js';
import { concept } from '../platform/wiring/registry.js';
import { partOf, provide, setting } from '../platform/wiring/provide.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { AcquirerClient } from './acquirer-client.js';
import { ConnectionAdapters } from './connections/connection-adapters.js';
import { ConnectionCredentials } from './connections/connection-credentials.js';
import { ConnectionHealth } from './connections/connection-health.js';
import { ConnectionUses } from './connections/connection-uses.js';
import { ConnectionsService } from './connections/connections.service.js';
import { HttpProcessor } from './http-processor.js';
import { ManualProcessor } from './manual-processor.js';
import { CallbackTargets, ProcessorCallbacks } from './processor-callbacks.js';
import { ProcessorCalls } from './processor-calls.js';
import { ProcessorRegistry } from './processor-registry.js';

/** Which addresses connections may lead to. */
const ADDRESSES = Symbol('processor addresses');

@Module(
  concept(
    [
      {
        provide: ProcessorRegistry,
        useFactory: (config: Config, names: NameResolution, logger: Logger, connections: ConnectionAdapters) =>
          new ProcessorRegistry(
            [new ManualProcessor(), ...httpProcessor(config, names, logger)],
            { test: 'sandbox', live: config.PROCESSOR_LIVE },
            connections,
          ),
        inject: [CONFIG, NameResolution, LOGGER, ConnectionAdapters],
      },
      {
        provide: ADDRESSES,
        useFactory: ({ PROCESSOR_ALLOWED_CIDRS: allowedCidrs, WEBHOOK_ALLOW_INSECURE: allowInsecure }: Config) =>
          new AddressPolicy({ allowedCidrs, allowInsecure }),
        inject: [CONFIG],
      },
      provide(ConnectionCredentials, [setting(({ MASTER_KEY }) => MASTER_KEY)]),
      provide(ConnectionHealth, [Database, LOGGER]),
      provide(ConnectionAdapters, {
        database: Database,
        credentials: ConnectionCredentials,
        health: ConnectionHealth,
        addresses: ADDRESSES,
        names: partOf(NameResolution, ({ endpoints }) => endpoints),
        timeoutMs: setting(({ PROCESSOR_TIMEOUT }) => PROCESSOR_TIMEOUT),
        logger: LOGGER,
      }),
      provide(ConnectionUses, []),
      provide(ConnectionsService, {
        database: Database,
        ids: IdSource,
        credentials: ConnectionCredentials,
        adapters: ConnectionAdapters,
        addresses: ADDRESSES,
        names: partOf(NameResolution, ({ endpoints }) => endpoints),
        idempotency: Idempotency,
        audit: AuditLog,
        uses: ConnectionUses,
      }),
      provide(ProcessorCalls, [Metrics, TRACING]),
      provide(CallbackTargets, []),
      provide(ProcessorCallbacks, {
        processors: ProcessorRegistry,
        connections: ConnectionAdapters,
        ids: IdSource,
        targets: CallbackTargets,
        logger: LOGGER,
      }),
    ],
    [SecurityModule],
  ),
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
