import { Module } from '@nestjs/common';
import { backgroundTask } from '../platform/background/background-task.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { installationIdOf } from '../platform/database/installation-id.js';
import { NameResolution, socketLookup } from '../platform/dns/name-resolution.js';
import { AddressPolicy } from '../platform/http-client/address-policy.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { cellCodeOf, IdSource } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { SignedRefs } from '../platform/signed-refs.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { CONFIG, LOGGER } from '../platform/tokens.js';
import { TRACING } from '../platform/tracing/trace.js';
import { concept, register } from '../platform/wiring/registry.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { AcquirerClient } from './acquirer-client.js';
import { callTimeout } from './call-timeout.js';
import { STRIPE_CALLS_PER_STEP } from './stripe/stripe-processor.js';
import { CallLimits } from './call-limits.js';
import { ConnectionAdapters, type ConnectionKinds } from './connections/connection-adapters.js';
import { ConnectionCredentials } from './connections/connection-credentials.js';
import { ConnectionHealth } from './connections/connection-health.js';
import { ConnectionUses } from './connections/connection-uses.js';
import { ConnectionsAtProcessor } from './connections/connections-at-processor.js';
import { ConnectionsService } from './connections/connections.service.js';
import { HttpConnection } from './connections/http-connection.js';
import { StripeConnection } from './connections/stripe-connection.js';
import { HTTP_CALLS_PER_STEP, HttpProcessor } from './http-processor.js';
import { ManualProcessor } from './manual-processor.js';
import { CallbackTargets, ProcessorCallbacks } from './processor-callbacks.js';
import type { ProcessorAttempt } from './payment-processor.js';
import { NoticeHandlers, NoticeRunner } from './notices/notice-runner.js';
import { Notices } from './notices/notices.js';
import { ProcessorCalls } from './processor-calls.js';
import { SANDBOX } from './sandbox-processor.js';
import { SettlementLines } from './settlement/settlement-lines.js';
import { SettlementReport } from './settlement/settlement-report.js';
import { SweepRunner } from './sweeps/sweep-runner.js';
import { Sweeps, SweptConnections } from './sweeps/sweeps.js';
import { ProcessorRegistry } from './processor-registry.js';

/** How each kind of processor is connected. */
const KINDS = Symbol('kinds of connections');

@Module(
  concept(
    [
      {
        provide: ProcessorRegistry,
        useFactory: (config: Config, names: NameResolution, logger: Logger, connections: ConnectionAdapters) =>
          new ProcessorRegistry(
            [new ManualProcessor(), ...httpProcessor(config, names, logger)],
            { test: SANDBOX, live: config.PROCESSOR_LIVE },
            connections,
          ),
        inject: [CONFIG, NameResolution, LOGGER, ConnectionAdapters],
      },
      {
        provide: KINDS,
        useFactory: connectionKinds,
        inject: [CONFIG, NameResolution, Database, LOGGER],
      },
      provide(ConnectionCredentials, [setting(({ MASTER_KEY }) => MASTER_KEY)]),
      provide(ConnectionHealth, [Database, LOGGER]),
      provide(ConnectionAdapters, {
        database: Database,
        credentials: ConnectionCredentials,
        health: ConnectionHealth,
        kinds: KINDS,
      }),
      provide(ConnectionUses, []),
      provide(ConnectionsAtProcessor, {
        database: Database,
        credentials: ConnectionCredentials,
        kinds: KINDS,
        uses: ConnectionUses,
      }),
      provide(ConnectionsService, {
        database: Database,
        ids: IdSource,
        kinds: KINDS,
        atProcessor: ConnectionsAtProcessor,
        idempotency: Idempotency,
        audit: AuditLog,
        uses: ConnectionUses,
      }),
      provide(ProcessorCalls, [Metrics, TRACING]),
      provide(CallLimits, [setting((config) => config.PROCESSOR_CONCURRENCY), ProcessorRegistry]),
      provide(Notices, [Database]),
      provide(NoticeHandlers, []),
      provide(NoticeRunner, {
        database: Database,
        notices: Notices,
        connections: ConnectionAdapters,
        handlers: NoticeHandlers,
        queues: WorkQueues,
        logger: LOGGER,
      }),
      backgroundTask(NoticeRunner, { name: 'processor notices', run: (runner) => runner.run() }),
      provide(CallbackTargets, []),
      provide(ProcessorCallbacks, {
        processors: ProcessorRegistry,
        connections: ConnectionAdapters,
        ids: IdSource,
        targets: CallbackTargets,
        notices: Notices,
        logger: LOGGER,
      }),
      provide(Sweeps, [Database]),
      provide(SettlementLines, [Database]),
      provide(SweepRunner, {
        sweeps: Sweeps,
        connections: ConnectionAdapters,
        callbacks: ProcessorCallbacks,
        settlement: SettlementLines,
        logger: LOGGER,
      }),
      backgroundTask(SweepRunner, { name: 'processor lists', run: (sweep) => sweep.run() }),
      ...register(ReportSourceRegistry, provide(SettlementReport, [])),
      ...register(ConnectionUses, provide(SweptConnections, [])),
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
    PROCESSOR_EXTRA_CA: ca,
    PROCESSOR_CONTRACT_VERSION: contractVersion,
  } = config;
  if (url === undefined || apiKey === undefined) return [];
  const client = new AcquirerClient({
    url,
    apiKey,
    timeoutMs: callTimeout(config, HTTP_CALLS_PER_STEP),
    ca,
    lookup: socketLookup(configured),
  });
  const processor = new HttpProcessor(client, config.PROCESSOR_CALLBACK_SECRET, logger, {
    contractVersion,
    returnUrl: returnUrlsOf(config),
  });
  return [processor];
}

function connectionKinds(config: Config, names: NameResolution, database: Database, logger: Logger): ConnectionKinds {
  const { PROCESSOR_ALLOWED_CIDRS: allowedCidrs, WEBHOOK_ALLOW_INSECURE: allowInsecure } = config;
  const returnUrl = returnUrlsOf(config);
  return {
    http: new HttpConnection({
      addresses: new AddressPolicy({ allowedCidrs, allowInsecure }),
      names: names.endpoints,
      timeoutMs: callTimeout(config, HTTP_CALLS_PER_STEP),
      returnUrl,
      logger,
    }),
    stripe: new StripeConnection({
      timeoutMs: callTimeout(config, STRIPE_CALLS_PER_STEP),
      installationId: () => installationIdOf(database),
      returnUrl,
      lookup: socketLookup(names.configured),
      baseUrl: config.STRIPE_API_URL,
      logger,
    }),
  };
}

type ReturnUrls = (attempt: Pick<ProcessorAttempt, 'environmentId' | 'paymentId'>) => string;

/** The page of this instance that processors send the customer of a payment back to. */
function returnUrlsOf({ PUBLIC_URL, PORT, API_KEY_PEPPER }: Config): ReturnUrls {
  const publicUrl = (PUBLIC_URL ?? `http://127.0.0.1:${PORT}`).replace(/\/$/, '');
  const returns = new SignedRefs(API_KEY_PEPPER, 'return');
  return ({ environmentId, paymentId: id }) =>
    `${publicUrl}/payments/return/${cellCodeOf(environmentId)}/${returns.sign({ environmentId, id })}`;
}
