export { freePort } from '@svc/embedded';
export { appCode, steadyAppCode } from './authenticator-app.js';
export { noteAnswer } from './answer-log.js';
export { errors, idsOf, ok, paymentReached, problem, rowId } from './answers.js';
export { accessibilityViolations, errorsOf, startBrowser } from './browser.js';
export { certificateAuthority, type Certificate, type CertificateAuthority } from './certificates.js';
export { PASSWORD, ConsoleBrowser } from './console-browser.js';
export {
  providedPerson,
  startIdentityProvider,
  type IdentityProvider,
  type ProvidedClaims,
} from './identity-provider.js';
export { codeOf, ProviderConsole, signedInUser } from './provider-console.js';
export { startConnectProxy, type ConnectProxy } from './connect-proxy.js';
export { createClient, type Answer, type Client, type RequestOptions } from './client.js';
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.js';
export { databaseContents } from './database-contents.js';
export { openEventStream, type EventStream, type EventStreamOptions } from './event-stream.js';
export { forThisFile, stackWithAccount } from './for-this-file.js';
export { startNameServer, type NameReply, type NameServer } from './name-server.js';
export {
  makeSampleObjects,
  objectParameter,
  sampleBody,
  samplePath,
  storedDispute,
  type SampleObjects,
} from './operation-samples.js';
export { startOwnPostgres, type OwnPostgres } from './own-postgres.js';
export { startOwnServers, type OwnServers } from './own-servers.js';
export { startOwnStandby } from './own-standby.js';
export { startOwnRedis, type OwnRedis } from './own-redis.js';
export { startOwnSentinel, type OwnSentinel } from './own-sentinel.js';
export { installSdkTools, judgePackage, judgeSbom, startWorker, type Worker } from './sdk-tools.js';
export { EVERY_SCOPE, makeKey, madeKey, type MadeKey } from './made-keys.js';
export { ProcessHandle, residentMegabytes, type Exit } from './process-handle.js';
export { mostRowsRead } from './query-plans.js';
export { ledgerDifferences } from './ledger-differences.js';
export { signedCallback } from './acquirer/callbacks.js';
export { chanceOf, randomly } from './random.js';
export { exchangeBytes, headOfCreate, sendBytes, type Exchange, type RawAnswer } from './raw-exchange.js';
export { ENDINGS } from './acquirer/statement.js';
export type { AcquirerState } from './acquirer/control.js';
export { FAULTS, type Fault } from './acquirer/faults.js';
export { idleQueues } from './idle-queues.js';
export { expectReconciled, reconcile, type Reconciliation } from './reconciliation.js';
export { redisContents } from './redis-contents.js';
export { startAcquirer, type ReferenceAcquirer } from './reference-acquirer.js';
export {
  startReceiver,
  type LedgerEntry,
  type ReceivedRequest,
  type Receiver,
  type ReceiverOptions,
} from './receiver.js';
export {
  answer,
  answerAndClose,
  drip,
  flood,
  gibberish,
  gzipBomb,
  hang,
  hangUp,
  reset,
  type Reply,
  type Responder,
} from './replies.js';
export type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
export { startStack } from './shared-stack.js';
export type { Account, Stack, StackOptions, Tier } from './stack.js';
export { REFUND_ENDINGS } from './stripe-double/refunds.js';
export { startStripeDouble, type StripeDouble } from './stripe-double/stripe-double.js';
export { missingForStripeMock, startStripeMock, type StripeMock } from './stripe-mock.js';
export { signedEvent } from './stripe-double/stripe-events.js';
export { STRIPE_FAULTS, type StripeFault, type StripeStep } from './stripe-double/stripe-faults.js';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.js';
export { deferred, eventually, type Deferred } from './wait.js';
