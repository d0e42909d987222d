// What the apps use, sorted by path.
export { ReportDownload } from './analytics/report-download.js';
export { ReportsService } from './analytics/reports.service.js';
export { SummaryService } from './analytics/summary.service.js';
export { WebhookHealthService } from './analytics/webhook-health.service.js';
export {
  createAccount,
  createConsoleLink,
  diagnose,
  issueKey,
  rotateMasterKey,
  suspendAccount,
} from './app/commands.js';
export { CoreModule } from './app/core.module.js';
export { CheckoutExpiration } from './checkout/checkout-expiration.js';
export { CheckoutPages, type CheckoutView } from './checkout/checkout-pages.js';
export { CheckoutSessionsService } from './checkout/checkout-sessions.service.js';
export { CustomerEraser } from './customers/customer-eraser.js';
export { CustomersService } from './customers/customers.service.js';
export { PaymentMethodsService } from './customers/payment-methods.service.js';
export { DisputesService } from './disputes/disputes.service.js';
export { EventStreams } from './events/event-streams.js';
export { EventsService } from './events/events.service.js';
export type { Diagnosis } from './operations/doctor/diagnose.js';
export { InstallationMetrics } from './operations/metrics/installation-metrics.js';
export { readQueues } from './operations/queue-report.js';
export { PaymentActions } from './payments/payment-actions.js';
export { PaymentEdits } from './payments/payment-edits.js';
export { PaymentPages, returnUrlOf } from './payments/payment-pages.js';
export { PaymentTimeline } from './payments/payment-timeline.js';
export { PaymentsService } from './payments/payments.service.js';
export { PaymentRunner } from './payments/processing/payment-runner.js';
export { SandboxActions, type RequestedAction } from './payments/processing/sandbox-actions.js';
export { SettlementWatch } from './payments/settlement-watch.js';
export { Invitations } from './people/invitations.js';
export { OwnAccess } from './people/own-access.js';
export { PENDING_MS } from './people/provider/pending-sign-ins.js';
export { signInOptions } from './people/provider/provider-settings.js';
export { ProviderSignIn } from './people/provider/provider-sign-in.js';
export { OwnTotp } from './people/second-factor/own-totp.js';
export { nameSession, presentSession } from './people/session.presenter.js';
export { Sessions, type AuthenticatedSession, type NewSession, type SignInOrigin } from './people/sessions.js';
export { SignInLinks } from './people/sign-in-links.js';
export { SignIn } from './people/sign-in.js';
export { Team } from './people/team.js';
export { amountText } from './platform/amount-text.js';
export { BackgroundTasks, type BackgroundTask } from './platform/background/background-task.js';
export { configTable } from './platform/config/config-table.js';
export { loadConfig, readSetting, type Config } from './platform/config/config.js';
export { withSecretFiles } from './platform/config/secret-files.js';
export { isDatabaseAway, isDatabaseBusy } from './platform/database/database-away.js';
export { Database } from './platform/database/database.js';
export { Readiness } from './platform/database/readiness.js';
export { DomainError, temporarilyUnavailable } from './platform/errors/domain-error.js';
export { Idempotency } from './platform/idempotency/idempotency.js';
export { idempotentRequest } from './platform/idempotency/idempotent-request.js';
export { cellCode } from './platform/ids.js';
export { leaveRoot } from './platform/leave-root.js';
export type { LimitVerdict } from './platform/limits/local-limiter.js';
export { RateLimiter } from './platform/limits/rate-limiter.js';
export { createLogger, nestLogger, type Logger } from './platform/logger.js';
export { isAskedHere, isLoopback, mayReadMetrics } from './platform/metrics/metrics-access.js';
export {
  EXPOSITION_TYPE,
  exposition,
  Metrics,
  together,
  type MetricFamily,
  type MetricSource,
} from './platform/metrics/metrics.js';
export { Networks } from './platform/networks.js';
export { isUnmodified, requireIfMatch, requireMatch, type Preconditions } from './platform/preconditions.js';
export { QueueConsumers } from './platform/queues/queue-consumers.js';
export { closeOnSignal } from './platform/shutdown.js';
export { CONFIG, LOGGER } from './platform/tokens.js';
export {
  newRequestId,
  NO_TRACING,
  traceId,
  TRACING,
  type SpanEnd,
  type Trace,
  type Tracing,
} from './platform/tracing/trace.js';
export { ConnectionsService } from './processors/connections/connections.service.js';
export { ProcessorCallbacks } from './processors/processor-callbacks.js';
export { RefundRunner } from './refunds/refund-runner.js';
export { RefundsService } from './refunds/refunds.service.js';
export { RequestLog, type FinishedRequest } from './requests/request-log.js';
export { RequestsService } from './requests/requests.service.js';
export { migrate, prepareDatabase, type MigrationNews } from './schema/migrate.js';
export { logMigrations } from './schema/migration-log.js';
export { grantToService } from './schema/service-role.js';
export { AuditTrail } from './security/audit-trail.js';
export { Authenticator, type Principal } from './security/authenticator.js';
export { hasScope, requestsPerMinute, type Caller, type Identity } from './security/caller.js';
export { FailedAuthentication } from './security/failed-authentication.js';
export { ApiKeysService } from './security/keys/api-keys.service.js';
export { KeyRotation } from './security/keys/key-rotation.js';
export { KeyUse } from './security/keys/key-use.js';
export { SecurityConfigService } from './security/security-config.service.js';
export { SubscriptionCancellation } from './subscriptions/subscription-cancellation.js';
export { SubscriptionEdits } from './subscriptions/subscription-edits.js';
export { SubscriptionsService } from './subscriptions/subscriptions.service.js';
export { TestClocks } from './test-clock/test-clocks.js';
export { DeliveriesService } from './webhooks/deliveries/deliveries.service.js';
export { DeliveryRunner } from './webhooks/deliveries/delivery-runner.js';
export { Redelivery } from './webhooks/deliveries/redelivery.js';
export { SecretRotation } from './webhooks/endpoints/secret-rotation.js';
export { WebhookTester } from './webhooks/endpoints/webhook-tester.js';
export { WebhooksService } from './webhooks/endpoints/webhooks.service.js';
export { WebhookReplays } from './webhooks/replays/webhook-replays.js';
export { WebhookSender } from './webhooks/sending/sender.js';
