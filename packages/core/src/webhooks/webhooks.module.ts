import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { backgroundTask, OVERDUE_MS, TASK_BATCH } from '../platform/background/background-task.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { NameResolution, socketLookup } from '../platform/dns/name-resolution.js';
import { PersonalTracesRegistry } from '../platform/erasure/erasure-hooks.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { PartitionUses } from '../platform/partitions/partition-use.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { CONFIG, LOGGER } from '../platform/tokens.js';
import { TRACING } from '../platform/tracing/trace.js';
import { partOf, provide, setting } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { AddressPolicy, networksWithoutEffect } from '../platform/http-client/address-policy.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryClaims } from './deliveries/delivery-claims.js';
import { DeliveryErasure } from './deliveries/delivery-erasure.js';
import { DeliveryMetrics } from './deliveries/delivery-metrics.js';
import { DeliveryOutcomes } from './deliveries/delivery-outcomes.js';
import { DeliveryReport } from './deliveries/delivery-report.js';
import { DeliveryRunner } from './deliveries/delivery-runner.js';
import { EndpointBacklogs } from './deliveries/endpoint-backlogs.js';
import { OpenDeliveries } from './deliveries/open-deliveries.js';
import { DeferredDeliveryStore } from './deliveries/deferred-delivery-store.js';
import { Redelivery } from './deliveries/redelivery.js';
import { OpenReplays, ReplayWalk } from './replays/replay-walk.js';
import { EndedOverlaps } from './endpoints/ended-overlaps.js';
import { SecretRotation } from './endpoints/secret-rotation.js';
import { WebhookSender, type WebhookSenderOptions } from './sending/sender.js';
import { WebhookReplays } from './replays/webhook-replays.js';
import { WebhookSecrets } from './endpoints/webhook-secrets.js';
import { WebhookTester } from './endpoints/webhook-tester.js';
import { WebhooksService } from './endpoints/webhooks.service.js';

const FINISHED_REPLAYS_EVERY_MS = 3_600_000;
const OVERLAPS_EVERY_MS = 5_000;

/** The sender of the tester: a test must see the current certificate and address of the endpoint. */
const TEST_SENDER = Symbol('test sender');

/** Webhook endpoints and the deliveries to them. */
@Module(
  concept(
    [
      {
        provide: AddressPolicy,
        useFactory: (config: Config, logger: Logger) => {
          warnOfNetworksWithoutEffect(config.WEBHOOK_ALLOWED_CIDRS, logger);
          return new AddressPolicy({
            allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
            allowInsecure: config.WEBHOOK_ALLOW_INSECURE,
          });
        },
        inject: [CONFIG, LOGGER],
      },
      provide(WebhookSecrets, [setting(({ MASTER_KEY }) => MASTER_KEY)]),
      provide(WebhooksService, {
        database: Database,
        ids: IdSource,
        secrets: WebhookSecrets,
        addresses: AddressPolicy,
        names: partOf(NameResolution, ({ endpoints }) => endpoints),
        idempotency: Idempotency,
        audit: AuditLog,
      }),
      provide(SecretRotation, {
        secrets: WebhookSecrets,
        idempotency: Idempotency,
        audit: AuditLog,
      }),
      provide(DeliveriesService, [Database]),
      provide(Redelivery, [IdSource, Idempotency, WorkQueues]),
      provide(WebhookReplays, [IdSource, Idempotency, AuditLog]),
      provide(ReplayWalk, [Database, IdSource, WorkQueues]),
      {
        provide: WebhookSender,
        useFactory: (config: Config, policy: AddressPolicy, names: NameResolution) =>
          new WebhookSender(senderOptions(config, policy, names)),
        inject: [CONFIG, AddressPolicy, NameResolution],
      },
      {
        provide: TEST_SENDER,
        useFactory: (config: Config, policy: AddressPolicy, names: NameResolution) =>
          new WebhookSender({ ...senderOptions(config, policy, names), resumeTls: false, freshNames: true }),
        inject: [CONFIG, AddressPolicy, NameResolution],
      },
      provide(WebhookTester, {
        database: Database,
        ids: IdSource,
        secrets: WebhookSecrets,
        sender: TEST_SENDER,
        idempotency: Idempotency,
        timeoutMs: setting(({ WEBHOOK_TIMEOUT }) => WEBHOOK_TIMEOUT),
      }),
      provide(DeliveryClaims, [Database, setting(({ DELIVERY_LEASE }) => DELIVERY_LEASE)]),
      provide(DeliveryOutcomes, [Database, setting(({ WEBHOOK_DISABLE_AFTER }) => WEBHOOK_DISABLE_AFTER)]),
      provide(DeferredDeliveryStore, [Database]),
      provide(DeliveryMetrics, [Metrics, LeaseMetrics]),
      provide(DeliveryRunner, {
        claims: DeliveryClaims,
        deferredStore: DeferredDeliveryStore,
        outcomes: DeliveryOutcomes,
        sender: WebhookSender,
        secrets: WebhookSecrets,
        queues: WorkQueues,
        settings: setting((config) => ({
          retryDelays: { standard: config.WEBHOOK_RETRY_DELAYS, extended: config.WEBHOOK_EXTENDED_RETRY_DELAYS },
          concurrency: config.DELIVERY_CONCURRENCY,
          timeoutMs: config.WEBHOOK_TIMEOUT,
        })),
        metrics: DeliveryMetrics,
        tracing: TRACING,
        logger: LOGGER,
      }),
      backgroundTask(DeliveryRunner, { name: 'deliveries', run: (runner) => runner.sweep(OVERDUE_MS) }),
      backgroundTask(ReplayWalk, { name: 'replays', run: (walk) => walk.advance() }),
      backgroundTask(ReplayWalk, {
        name: 'finished replays',
        everyMs: FINISHED_REPLAYS_EVERY_MS,
        run: async (walk) => (await walk.prune(TASK_BATCH)) === TASK_BATCH,
      }),
      provide(EndpointBacklogs, [Database]),
      backgroundTask(EndpointBacklogs, { name: 'endpoint backlogs', run: (backlogs) => backlogs.advance() }),
      provide(EndedOverlaps, [Database]),
      backgroundTask(EndedOverlaps, {
        name: 'overlaps',
        everyMs: OVERLAPS_EVERY_MS,
        run: async (overlaps) => (await overlaps.clear(TASK_BATCH)) === TASK_BATCH,
      }),
      ...register(PersonalTracesRegistry, provide(DeliveryErasure, [])),
      ...register(PartitionUses, provide(OpenDeliveries, [Database, LOGGER])),
      ...register(PartitionUses, provide(OpenReplays, [Database])),
      ...register(ReportSourceRegistry, provide(DeliveryReport, [])),
    ],
    [EventsModule, SecurityModule],
  ),
)
export class WebhooksModule {}

function senderOptions(
  config: Config,
  policy: AddressPolicy,
  { endpoints, configured }: NameResolution,
): WebhookSenderOptions {
  const proxy = config.WEBHOOK_PROXY_URL;
  return {
    policy,
    timeoutMs: config.WEBHOOK_TIMEOUT,
    ca: config.WEBHOOK_EXTRA_CA,
    proxy: proxy && { ...proxy, lookup: socketLookup(configured) },
    names: endpoints,
  };
}

function warnOfNetworksWithoutEffect(cidrs: readonly string[], logger: Logger): void {
  for (const { cidr, reason } of networksWithoutEffect(cidrs)) {
    const remedy =
      reason === 'loopback'
        ? 'Loopback endpoints need WEBHOOK_ALLOW_INSECURE=true, which is for development only.'
        : 'No setting opens these addresses to deliveries.';
    logger.warn(
      { event: 'setting_without_effect', setting: 'WEBHOOK_ALLOWED_CIDRS', network: cidr, reason },
      `${cidr} in WEBHOOK_ALLOWED_CIDRS has no effect. ${remedy}`,
    );
  }
}
