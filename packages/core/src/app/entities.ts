import { PaymentRollup } from '../analytics/payment-rollup.entity.js';
import { ReportChunk } from '../analytics/report-chunk.entity.js';
import { Report } from '../analytics/report.entity.js';
import { RollupProgress } from '../analytics/rollup-progress.entity.js';
import { Customer } from '../customers/customer.entity.js';
import { CustomerErasure } from '../customers/customer-erasure.entity.js';
import { PaymentMethod } from '../customers/payment-method.entity.js';
import { ProcessorCustomer } from '../customers/processor-customer.entity.js';
import { DisputeChange } from '../disputes/dispute-change.entity.js';
import { Dispute } from '../disputes/dispute.entity.js';
import { StoredEvent } from '../events/event.entity.js';
import { FanOut } from '../events/fan-out.entity.js';
import { LedgerEntry } from '../ledger/ledger-entry.entity.js';
import { LedgerTransaction } from '../ledger/ledger-transaction.entity.js';
import { PaymentAttempt } from '../payments/processing/payment-attempt.entity.js';
import { PaymentTransition } from '../payments/payment-transition.entity.js';
import { Payment } from '../payments/payment.entity.js';
import { CheckoutSession } from '../checkout/checkout-session.entity.js';
import { SandboxAction } from '../payments/processing/sandbox-action.entity.js';
import { StoredIdentity } from '../people/identity.entity.js';
import { Membership } from '../people/membership.entity.js';
import { RecoveryCode } from '../people/second-factor/recovery-code.entity.js';
import { Session } from '../people/session.entity.js';
import { SignInLink } from '../people/sign-in-link.entity.js';
import { TotpFactor } from '../people/second-factor/totp-factor.entity.js';
import { User } from '../people/user.entity.js';
import { IdempotencyKey } from '../platform/idempotency/idempotency-key.entity.js';
import { ServerLife } from '../platform/database/server-life.entity.js';
import { SystemState } from '../platform/database/system-state.entity.js';
import { ProcessorConnection } from '../processors/connections/processor-connection.entity.js';
import { StoredNotice } from '../processors/notices/processor-notice.entity.js';
import { StoredSettlementLine } from '../processors/settlement/settlement-line.entity.js';
import { ProcessorSweep } from '../processors/sweeps/processor-sweep.entity.js';
import { StoredStatementLine } from '../reconciliation/acquirer-statement-line.entity.js';
import { StatementWalk } from '../reconciliation/acquirer-statement-walk.entity.js';
import { ForeignStatementLine } from '../reconciliation/foreign-statement-line.entity.js';
import { RefundAttempt } from '../refunds/refund-attempt.entity.js';
import { Refund } from '../refunds/refund.entity.js';
import { LoggedRequest } from '../requests/logged-request.entity.js';
import { Account } from '../security/account.entity.js';
import { ApiKey } from '../security/keys/api-key.entity.js';
import { AuditEntry } from '../security/audit-entry.entity.js';
import { Environment } from '../security/environment.entity.js';
import { SubscriptionPeriod } from '../subscriptions/subscription-period.entity.js';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { TestClock } from '../test-clock/test-clock.entity.js';
import { SecurityConfig } from '../security/security-config.entity.js';
import { DeliveryAttempt } from '../webhooks/deliveries/delivery-attempt.entity.js';
import { Delivery } from '../webhooks/deliveries/delivery.entity.js';
import { Replay } from '../webhooks/replays/replay.entity.js';
import { Webhook } from '../webhooks/endpoints/webhook.entity.js';

/** The entities of all tables. The migrations must produce exactly their schema. */
export const entities = [
  Account,
  Environment,
  ApiKey,
  SecurityConfig,
  AuditEntry,
  LoggedRequest,
  User,
  Membership,
  Session,
  SignInLink,
  StoredIdentity,
  TotpFactor,
  RecoveryCode,
  Customer,
  ProcessorConnection,
  PaymentMethod,
  ProcessorCustomer,
  CustomerErasure,
  Payment,
  PaymentAttempt,
  PaymentTransition,
  Refund,
  RefundAttempt,
  Dispute,
  DisputeChange,
  StoredNotice,
  ProcessorSweep,
  StoredSettlementLine,
  LedgerTransaction,
  LedgerEntry,
  CheckoutSession,
  Subscription,
  SubscriptionPeriod,
  TestClock,
  SandboxAction,
  StoredEvent,
  Webhook,
  Delivery,
  DeliveryAttempt,
  IdempotencyKey,
  SystemState,
  ServerLife,
  FanOut,
  Replay,
  PaymentRollup,
  RollupProgress,
  Report,
  ReportChunk,
  StatementWalk,
  StoredStatementLine,
  ForeignStatementLine,
];
