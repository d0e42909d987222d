import { Foundation1764000000000 } from './1764000000000-foundation.js';
import { ApiManners1764000100000 } from './1764000100000-api-manners.js';
import { TestClock1764000200000 } from './1764000200000-test-clock.js';
import { PaymentLifecycle1764000400000 } from './1764000400000-payment-lifecycle.js';
import { CustomerRecords1764000500000 } from './1764000500000-customer-records.js';
import { Refunds1764000600000 } from './1764000600000-refunds.js';
import { Security1764000700000 } from './1764000700000-security.js';
import { Subscriptions1764000800000 } from './1764000800000-subscriptions.js';
import { WebhookCare1764000900000 } from './1764000900000-webhook-care.js';
import { PaymentOrigins1764001000000 } from './1764001000000-payment-origins.js';
import { PaymentOriginsOfOld1764001010000 } from './1764001010000-payment-origins-of-old.js';
import { UnclearOutcomes1764001100000 } from './1764001100000-unclear-outcomes.js';
import { Ledger1764001200000 } from './1764001200000-ledger.js';
import { LedgerBackfill1764001210000 } from './1764001210000-ledger-backfill.js';
import { ListIndexes1764001220000 } from './1764001220000-list-indexes.js';
import { AnalyticsRollUps1764001300000 } from './1764001300000-analytics-roll-ups.js';
import { Reports1764001310000 } from './1764001310000-reports.js';
import { CompletedLists1764001350000 } from './1764001350000-completed-lists.js';
import { AcquirerBook1764001400000 } from './1764001400000-acquirer-book.js';
import { Retention1764001600000 } from './1764001600000-retention.js';
import { RejectedInDoubt1764001650000 } from './1764001650000-rejected-in-doubt.js';
import { QuestionsAndForeignLines1764001660000 } from './1764001660000-questions-and-foreign-lines.js';
import { RetentionIndexes1764001690000 } from './1764001690000-retention-indexes.js';
import { DeliveryLeases1764001700000 } from './1764001700000-delivery-leases.js';
import { CapturesInBooks1764001720000 } from './1764001720000-captures-in-books.js';
import { PutOffDeliveries1764001760000 } from './1764001760000-put-off-deliveries.js';
import { ReplaysInOrder1764001780000 } from './1764001780000-replays-in-order.js';
import { EndpointTurns1764001800000 } from './1764001800000-endpoint-turns.js';
import { IndexesOfRows1764001820000 } from './1764001820000-indexes-of-rows.js';
import { ParkedDeliveries1764001840000 } from './1764001840000-parked-deliveries.js';
import { ServerLife1764001860000 } from './1764001860000-server-life.js';

/** All migrations, oldest first. */
export const migrations = [
  Foundation1764000000000,
  ApiManners1764000100000,
  TestClock1764000200000,
  PaymentLifecycle1764000400000,
  CustomerRecords1764000500000,
  Refunds1764000600000,
  Security1764000700000,
  Subscriptions1764000800000,
  WebhookCare1764000900000,
  PaymentOrigins1764001000000,
  PaymentOriginsOfOld1764001010000,
  UnclearOutcomes1764001100000,
  Ledger1764001200000,
  LedgerBackfill1764001210000,
  ListIndexes1764001220000,
  AnalyticsRollUps1764001300000,
  Reports1764001310000,
  CompletedLists1764001350000,
  AcquirerBook1764001400000,
  Retention1764001600000,
  RejectedInDoubt1764001650000,
  QuestionsAndForeignLines1764001660000,
  RetentionIndexes1764001690000,
  DeliveryLeases1764001700000,
  CapturesInBooks1764001720000,
  PutOffDeliveries1764001760000,
  ReplaysInOrder1764001780000,
  EndpointTurns1764001800000,
  IndexesOfRows1764001820000,
  ParkedDeliveries1764001840000,
  ServerLife1764001860000,
];
