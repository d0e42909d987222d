import type { LookupFunction } from 'node:net';
import { reasonOf } from '../../platform/errors/domain-error.js';
import type { Logger } from '../../platform/logger.js';
import { StripeProcessor, type StripeProcessorOptions } from '../stripe/stripe-processor.js';
import {
  deleteWebhookEndpoints,
  isEndpointEnabled,
  makeWebhookEndpoint,
  removeReplacedEndpoint,
  removeWebhookEndpoints,
  StripeCredentialsError,
  verifyStripe,
} from '../stripe/stripe-verification.js';
import type { CredentialsReport } from './connection-health.js';
import {
  type AccountProof,
  type ConnectionKind,
  type ConnectionRef,
  type ConnectionSetUp,
  credential,
  credentialsOf,
  type CredentialsCheck,
  type GivenCredentials,
  type OpenProcessor,
  type SetUpRequest,
  type StoredCredentials,
} from './connection-kind.js';

const CHECK_TIMEOUT_MS = 5_000;
const FIELDS = { required: ['secretKey'], optional: ['webhookSecret'] };
const KINDS = {
  wrong_mode: 'wrong_mode',
  another_account: 'another_account',
  invalid_key: 'refused',
  unreachable: 'unreachable',
} as const;

export interface StripeConnectionOptions {
  readonly timeoutMs: number;
  readonly installationId: () => Promise<string>;
  /** Where Stripe sends customers back to. */
  readonly returnUrl: StripeProcessorOptions['returnUrl'];
  readonly lookup: LookupFunction;
  /** By default Stripe itself. */
  readonly baseUrl: string | undefined;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Accounts at Stripe. */
export class StripeConnection implements ConnectionKind {
  readonly listsEvents = true;

  constructor(private readonly options: StripeConnectionOptions) {}

  complete(given: GivenCredentials, stored: StoredCredentials): StoredCredentials {
    const webhookEndpoint = given.webhookSecret === undefined ? (stored['webhookEndpoint'] ?? null) : null;
    return { ...credentialsOf('stripe', FIELDS, given, stored), webhookEndpoint };
  }

  proofOf(): AccountProof {
    return 'processor_reference';
  }

  async check(ref: ConnectionRef, credentials: StoredCredentials, known?: string): Promise<CredentialsCheck> {
    try {
      const verified = await verifyStripe(this.access(ref, credentials), known);
      return {
        kind: 'accepted',
        lastError: null,
        externalAccountId: verified.externalAccountId,
        permissions: [
          { name: 'payments', granted: true },
          { name: 'events', granted: verified.readsEvents },
          { name: 'settlement', granted: verified.readsSettlement },
          { name: 'disputes', granted: verified.readsDisputes },
        ],
      };
    } catch (error) {
      if (!(error instanceof StripeCredentialsError)) throw error;
      const permissions = [{ name: 'payments', granted: false }];
      return { kind: KINDS[error.reason], lastError: error.message, externalAccountId: null, permissions };
    }
  }

  /**
   * Creates the webhook endpoint unless its secret is given. A new key recreates it, and verification does if it was deleted or
   * disabled at Stripe. Without an endpoint, outcomes are polled.
   * One whose secret was given takes the place of a former endpoint of ours.
   */
  async setUp(
    ref: ConnectionRef,
    credentials: StoredCredentials,
    callbackUrl: string,
    { given, former, request, inUse }: SetUpRequest,
  ): Promise<ConnectionSetUp> {
    const isRenewed = given?.secretKey !== undefined && credentials['webhookEndpoint'] != null;
    const isLost = given === undefined && !(await this.isEnabled(ref, credentials));
    if (credentials['webhookSecret'] !== null && !isRenewed && !isLost) {
      const made = given?.webhookSecret == null ? null : former?.['webhookEndpoint'];
      const setUp = { credentials, problem: null };
      return made == null ? setUp : { ...setUp, keep: () => this.removeReplaced(ref, credentials, callbackUrl, made) };
    }
    try {
      const access = { ...this.access(ref, credentials), installationId: await this.options.installationId() };
      const { id, secret, replaced } = await makeWebhookEndpoint(access, callbackUrl, {
        known: credentials['webhookEndpoint'] ?? former?.['webhookEndpoint'] ?? undefined,
        request,
        inUse,
      });
      const remove = (ids: readonly string[]) => (): Promise<void> =>
        this.orWarn(ref, () => deleteWebhookEndpoints(access, ids));
      const stored = { ...credentials, webhookSecret: secret, webhookEndpoint: id };
      return { credentials: stored, problem: null, keep: remove(replaced), undo: remove([id]) };
    } catch (error) {
      const { webhookSecret = null, webhookEndpoint = null } = isRenewed || isLost ? credentials : (former ?? {});
      const effect = webhookSecret === null || isLost ? 'outcomes are polled' : 'the former one stays in use';
      const problem = `Stripe made no webhook endpoint, so ${effect}: ${reasonOf(error)}`;
      return { credentials: { ...credentials, webhookSecret, webhookEndpoint }, problem };
    }
  }

  tearDown(ref: ConnectionRef, credentials: StoredCredentials, callbackUrl: string): Promise<void> {
    return this.orWarn(ref, async () => {
      const access = { ...this.access(ref, credentials), installationId: await this.options.installationId() };
      await removeWebhookEndpoints(access, callbackUrl, credentials['webhookEndpoint'] ?? undefined);
    });
  }

  /** Whether the endpoint that was made at Stripe receives events, if there is one. */
  private isEnabled(ref: ConnectionRef, credentials: StoredCredentials): Promise<boolean> {
    const made = credentials['webhookEndpoint'] ?? null;
    return made === null ? Promise.resolve(true) : isEndpointEnabled(this.access(ref, credentials), made);
  }

  private removeReplaced(
    ref: ConnectionRef,
    credentials: StoredCredentials,
    callbackUrl: string,
    made: string,
  ): Promise<void> {
    return this.orWarn(ref, async () => {
      const access = { ...this.access(ref, credentials), installationId: await this.options.installationId() };
      await removeReplacedEndpoint(access, callbackUrl, made);
    });
  }

  async open(ref: ConnectionRef, credentials: StoredCredentials, report: CredentialsReport): Promise<OpenProcessor> {
    const { timeoutMs, returnUrl, logger } = this.options;
    return new StripeProcessor({
      ...this.access(ref, credentials),
      name: 'stripe',
      webhookSecret: credentials['webhookSecret'] ?? undefined,
      installationId: await this.options.installationId(),
      timeoutMs,
      returnUrl,
      logger,
      onProblem: ({ message }) => report.refused(message),
      onAnswer: () => report.accepted(),
    });
  }

  private async orWarn(ref: ConnectionRef, remove: () => Promise<void>): Promise<void> {
    try {
      await remove();
    } catch (error) {
      const { logger } = this.options;
      logger.warn(
        { event: 'stripe_endpoint_left', connection: ref.id, err: error },
        'could not delete the webhook endpoint at Stripe; delete it in the dashboard',
      );
    }
  }

  private access({ mode }: ConnectionRef, credentials: StoredCredentials) {
    const { lookup, baseUrl } = this.options;
    const secretKey = credential(credentials, 'secretKey');
    return { secretKey, livemode: mode === 'live', timeoutMs: CHECK_TIMEOUT_MS, lookup, baseUrl };
  }
}
