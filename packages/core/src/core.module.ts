import { Global, Module, type DynamicModule, type FactoryProvider, type Type } from '@nestjs/common';
import { CustomerDirectory } from './customers/customer-directory.js';
import { entities } from './entities.js';
import { EventsService } from './events/events.service.js';
import { Outbox } from './events/outbox.js';
import { PaymentActions } from './payments/payment-actions.js';
import { PaymentBatches } from './payments/payment-batches.js';
import { PaymentClaims } from './payments/payment-claims.js';
import { PaymentEdits } from './payments/payment-edits.js';
import { PaymentRunner } from './payments/payment-runner.js';
import { PaymentTimeline } from './payments/payment-timeline.js';
import { PaymentTransitions } from './payments/payment-transitions.js';
import { PaymentWriter } from './payments/payment-writer.js';
import { PaymentsService } from './payments/payments.service.js';
import { SettlementWatch } from './payments/settlement-watch.js';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { openDatabase, openIdSource } from './platform/database/open-database.js';
import { PartitionKeeper } from './platform/database/partition-keeper.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdempotencyStore } from './platform/idempotency/idempotency-store.js';
import { IdSource } from './platform/ids/id-source.js';
import type { Logger } from './platform/logger.js';
import { Resources } from './platform/resources.js';
import { CONFIG, LOGGER } from './platform/tokens.js';
import { QueueConsumers } from './platform/queues/queue-consumers.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { ProcessorRegistry } from './processors/processor-registry.js';
import { Authenticator } from './security/authenticator.js';
import { AddressPolicy } from './webhooks/address-policy.js';
import { DeliveriesService } from './webhooks/deliveries.service.js';
import { DeliveryClaims } from './webhooks/delivery-claims.js';
import { DeliveryOutcomes } from './webhooks/delivery-outcomes.js';
import { DeliveryRunner } from './webhooks/delivery-runner.js';
import { SecretRotation } from './webhooks/secret-rotation.js';
import { WebhookSender } from './webhooks/sender.js';
import { WebhookSecrets } from './webhooks/webhook-secrets.js';
import { WebhookTester } from './webhooks/webhook-tester.js';
import { WebhooksService } from './webhooks/webhooks.service.js';

const PAYMENT_LEASE_MS = 45_000;

const platform: FactoryProvider[] = [
  {
    provide: Database,
    useFactory: (config: Config, logger: Logger) => openDatabase(config, entities, logger),
    inject: [CONFIG, LOGGER],
  },
  { provide: IdSource, useFactory: (database: Database) => openIdSource(database), inject: [Database] },
  {
    provide: WorkQueues,
    useFactory: (config: Config, logger: Logger) => new WorkQueues(config, logger),
    inject: [CONFIG, LOGGER],
  },
  provide(PartitionKeeper, [Database, LOGGER]),
  provide(QueueConsumers, [CONFIG, LOGGER]),
  provide(Resources, [Database, WorkQueues]),
];

const payments: FactoryProvider[] = [
  provide(CustomerDirectory, [IdSource]),
  provide(Outbox, [IdSource]),
  provide(ProcessorRegistry, []),
  provide(IdempotencyStore, []),
  provide(Idempotency, [Database, IdempotencyStore]),
  provide(PaymentWriter, [Database, IdSource, CustomerDirectory, Outbox, Idempotency, IdempotencyStore]),
  provide(SettlementWatch, [Database]),
  provide(PaymentBatches, [PaymentWriter, WorkQueues, LOGGER]),
  provide(PaymentsService, [Database, PaymentBatches, ProcessorRegistry, Idempotency, SettlementWatch]),
  provide(PaymentActions, [PaymentTransitions, Idempotency, WorkQueues]),
  provide(PaymentEdits, [Database]),
  provide(PaymentTimeline, [Database]),
  {
    provide: PaymentClaims,
    useFactory: (database: Database, ids: IdSource) => new PaymentClaims(database, ids, PAYMENT_LEASE_MS),
    inject: [Database, IdSource],
  },
  provide(PaymentTransitions, [IdSource, Outbox]),
  provide(PaymentRunner, [Database, PaymentClaims, ProcessorRegistry, PaymentTransitions, WorkQueues, LOGGER]),
];

const webhooks: FactoryProvider[] = [
  provide(EventsService, [Database]),
  {
    provide: AddressPolicy,
    useFactory: (config: Config) =>
      new AddressPolicy({
        allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
        allowInsecure: config.WEBHOOK_ALLOW_INSECURE,
      }),
    inject: [CONFIG],
  },
  {
    provide: WebhookSecrets,
    useFactory: (config: Config) => new WebhookSecrets(config.MASTER_KEY),
    inject: [CONFIG],
  },
  provide(WebhooksService, [Database, IdSource, WebhookSecrets, AddressPolicy, Idempotency]),
  provide(SecretRotation, [WebhookSecrets, Idempotency]),
  provide(DeliveriesService, [Database, IdSource, Idempotency, WorkQueues]),
  {
    provide: WebhookSender,
    useFactory: (config: Config, policy: AddressPolicy) =>
      new WebhookSender({ policy, timeoutMs: config.WEBHOOK_TIMEOUT }),
    inject: [CONFIG, AddressPolicy],
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
    ) => {
      const timeoutMs = config.WEBHOOK_TIMEOUT;
      const sender = new WebhookSender({ policy, timeoutMs, resumeTls: false });
      return new WebhookTester(database, ids, secrets, sender, idempotency, timeoutMs);
    },
    inject: [Database, IdSource, WebhookSecrets, AddressPolicy, Idempotency, CONFIG],
  },
  {
    provide: DeliveryClaims,
    useFactory: (config: Config, database: Database) => new DeliveryClaims(database, config.DELIVERY_LEASE),
    inject: [CONFIG, Database],
  },
  provide(DeliveryOutcomes, [Database]),
  {
    provide: DeliveryRunner,
    useFactory: (
      claims: DeliveryClaims,
      outcomes: DeliveryOutcomes,
      sender: WebhookSender,
      secrets: WebhookSecrets,
      queues: WorkQueues,
      config: Config,
      logger: Logger,
    ) => {
      const settings = { retryDelays: config.WEBHOOK_RETRY_DELAYS, concurrency: config.DELIVERY_CONCURRENCY };
      return new DeliveryRunner(claims, outcomes, sender, secrets, queues, settings, logger);
    },
    inject: [DeliveryClaims, DeliveryOutcomes, WebhookSender, WebhookSecrets, WorkQueues, CONFIG, LOGGER],
  },
];

const security: FactoryProvider[] = [
  {
    provide: Authenticator,
    useFactory: (database: Database, config: Config) => new Authenticator(database, config.API_KEY_PEPPER),
    inject: [Database, CONFIG],
  },
];

/** The domain, wired once for both applications. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    const settings = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
    ];
    const providers = [...settings, ...platform, ...security, ...payments, ...webhooks];
    return { module: CoreModule, providers, exports: providers.map((provider) => provider.provide) };
  }
}

/** A class whose constructor takes exactly the given dependencies, in their order. */
function provide<Instance, Dependencies extends unknown[]>(
  type: new (...dependencies: Dependencies) => Instance,
  dependencies: { [Index in keyof Dependencies]: Type<Dependencies[Index]> | symbol },
): FactoryProvider {
  return {
    provide: type,
    useFactory: (...resolved: unknown[]) => new type(...(resolved as Dependencies)),
    inject: dependencies as (Type | symbol)[],
  };
}
