import type { FactoryProvider } from '@nestjs/common';
import { EventStreams } from './events/event-streams.js';
import { EventTail } from './events/event-tail.js';
import { EventsService } from './events/events.service.js';
import { FanOutRelay } from './events/fan-out-relay.js';
import { Outbox } from './events/outbox.js';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { NameResolution } from './platform/dns/name-resolution.js';
import { socketLookup } from './platform/dns/socket-lookup.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdSource } from './platform/ids/id-source.js';
import type { Logger } from './platform/logger.js';
import { LeaseMetrics } from './platform/metrics/lease-metrics.js';
import { Metrics } from './platform/metrics/metrics.js';
import { CONFIG, LOGGER } from './platform/tokens.js';
import { TRACING, type Tracing } from './platform/tracing/tracing.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { AuditLog } from './security/audit-log.js';
import { AddressPolicy, networksWithoutEffect } from './webhooks/address-policy.js';
import { DeliveriesService } from './webhooks/deliveries.service.js';
import { DeliveryClaims } from './webhooks/delivery-claims.js';
import { DeliveryMetrics } from './webhooks/delivery-metrics.js';
import { DeliveryOutcomes } from './webhooks/delivery-outcomes.js';
import { DeliveryRunner } from './webhooks/delivery-runner.js';
import { PutOffDeliveries } from './webhooks/put-off-deliveries.js';
import { Redelivery } from './webhooks/redelivery.js';
import { ReplayWalk } from './webhooks/replay-walk.js';
import { SecretRotation } from './webhooks/secret-rotation.js';
import { WebhookSender, type WebhookSenderOptions } from './webhooks/sender.js';
import { WebhookReplays } from './webhooks/webhook-replays.js';
import { WebhookSecrets } from './webhooks/webhook-secrets.js';
import { WebhookTester } from './webhooks/webhook-tester.js';
import { WebhooksService } from './webhooks/webhooks.service.js';
import { provide } from './provide.js';

/** Events, webhooks and their deliveries. */
export const webhooksProviders: FactoryProvider[] = [
  provide(Outbox, [IdSource]),
  provide(FanOutRelay, [Database, IdSource, WorkQueues]),
  provide(EventsService, [Database]),
  provide(EventTail, [Database, LOGGER]),
  {
    provide: EventStreams,
    useFactory: (config: Config, database: Database, tail: EventTail) =>
      new EventStreams(database, tail, config.EVENT_STREAM_HEARTBEAT),
    inject: [CONFIG, Database, EventTail],
  },
  {
    provide: AddressPolicy,
    useFactory: (config: Config, logger: Logger) => {
      warnOfShutNetworks(config.WEBHOOK_ALLOWED_CIDRS, logger);
      return new AddressPolicy({
        allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
        allowInsecure: config.WEBHOOK_ALLOW_INSECURE,
      });
    },
    inject: [CONFIG, LOGGER],
  },
  {
    provide: WebhookSecrets,
    useFactory: (config: Config) => new WebhookSecrets(config.MASTER_KEY),
    inject: [CONFIG],
  },
  {
    provide: WebhooksService,
    useFactory: (
      database: Database,
      ids: IdSource,
      secrets: WebhookSecrets,
      policy: AddressPolicy,
      names: NameResolution,
      idempotency: Idempotency,
      audit: AuditLog,
    ) => new WebhooksService(database, ids, secrets, policy, names.endpoints, idempotency, audit),
    inject: [Database, IdSource, WebhookSecrets, AddressPolicy, NameResolution, Idempotency, AuditLog],
  },
  provide(SecretRotation, [Database, WebhookSecrets, Idempotency, AuditLog]),
  provide(DeliveriesService, [Database]),
  provide(Redelivery, [IdSource, Idempotency, WorkQueues]),
  provide(WebhookReplays, [IdSource, Idempotency, AuditLog]),
  provide(ReplayWalk, [Database, IdSource, WorkQueues]),
  {
    provide: WebhookSender,
    useFactory: (config: Config, policy: AddressPolicy, names: NameResolution) =>
      new WebhookSender({ policy, ...wayOut(config, names) }),
    inject: [CONFIG, AddressPolicy, NameResolution],
  },
  {
    provide: WebhookTester,
    useFactory: (
      database: Database,
      ids: IdSource,
      secrets: WebhookSecrets,
      policy: AddressPolicy,
      idempotency: Idempotency,
      config: Config,
      names: NameResolution,
    ) => {
      const timeoutMs = config.WEBHOOK_TIMEOUT;
      const sender = new WebhookSender({ policy, ...wayOut(config, names), resumeTls: false, freshNames: true });
      return new WebhookTester(database, ids, secrets, sender, idempotency, timeoutMs);
    },
    inject: [Database, IdSource, WebhookSecrets, AddressPolicy, Idempotency, CONFIG, NameResolution],
  },
  {
    provide: DeliveryClaims,
    useFactory: (config: Config, database: Database) => new DeliveryClaims(database, config.DELIVERY_LEASE),
    inject: [CONFIG, Database],
  },
  {
    provide: DeliveryOutcomes,
    useFactory: (config: Config, database: Database) => new DeliveryOutcomes(database, config.WEBHOOK_DISABLE_AFTER),
    inject: [CONFIG, Database],
  },
  provide(PutOffDeliveries, [Database]),
  provide(DeliveryMetrics, [Metrics, LeaseMetrics]),
  {
    provide: DeliveryRunner,
    useFactory: (
      claims: DeliveryClaims,
      putOff: PutOffDeliveries,
      outcomes: DeliveryOutcomes,
      sender: WebhookSender,
      secrets: WebhookSecrets,
      queues: WorkQueues,
      config: Config,
      metrics: DeliveryMetrics,
      tracing: Tracing,
      logger: Logger,
    ) => {
      const settings = {
        retryDelays: config.WEBHOOK_RETRY_DELAYS,
        concurrency: config.DELIVERY_CONCURRENCY,
        timeoutMs: config.WEBHOOK_TIMEOUT,
        leaseMs: config.DELIVERY_LEASE,
      };
      return new DeliveryRunner(claims, putOff, outcomes, sender, secrets, queues, settings, metrics, tracing, logger);
    },
    inject: [
      DeliveryClaims,
      PutOffDeliveries,
      DeliveryOutcomes,
      WebhookSender,
      WebhookSecrets,
      WorkQueues,
      CONFIG,
      DeliveryMetrics,
      TRACING,
      LOGGER,
    ],
  },
];

type WayOut = Pick<WebhookSenderOptions, 'timeoutMs' | 'ca' | 'proxy' | 'names'>;

function wayOut(config: Config, { endpoints, configured }: NameResolution): WayOut {
  const proxy = config.WEBHOOK_PROXY_URL;
  return {
    timeoutMs: config.WEBHOOK_TIMEOUT,
    ca: config.WEBHOOK_EXTRA_CA,
    proxy: proxy && { ...proxy, lookup: socketLookup(configured) },
    names: endpoints,
  };
}

function warnOfShutNetworks(cidrs: readonly string[], logger: Logger): void {
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
