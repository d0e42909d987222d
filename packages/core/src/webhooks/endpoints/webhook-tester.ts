import type { OnApplicationShutdown } from '@nestjs/common';
import type { EventKind, Schemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { type DomainError, validationFailed } from '../../platform/errors/domain-error.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import { type IdSource, idTime, toPublicId } from '../../platform/ids.js';
import { requireMatch } from '../../platform/preconditions.js';
import type { Caller } from '../../security/caller.js';
import { publicDetail } from '../../platform/http-client/connection-error.js';
import { acknowledged, type SendOutcome, type WebhookSender } from '../sending/sender.js';
import { signDelivery } from '../sending/signature.js';
import { diagnose } from './test-diagnosis.js';
import { testEvent } from './test-events.js';
import type { WebhookSecrets } from './webhook-secrets.js';
import { findWebhook } from './webhook-store.js';

/** How much longer than the endpoint's timeout the lease of the idempotency key lasts. */
const LEASE_MARGIN_MS = 15_000;

export interface WebhookTesterDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly secrets: WebhookSecrets;
  /** A sender of its own: a test must see the certificate, and the current addresses of the name. */
  readonly sender: WebhookSender;
  readonly idempotency: Idempotency;
  readonly timeoutMs: number;
}

/** Sends sample events to endpoints and reports the outcome. */
export class WebhookTester implements OnApplicationShutdown {
  constructor(private readonly deps: WebhookTesterDependencies) {}

  onApplicationShutdown(): Promise<void> {
    return this.deps.sender.close();
  }

  /** Makes one attempt, even if the endpoint is disabled or does not list the event. No connection is held meanwhile. */
  test(caller: Caller, publicId: string, type: EventKind = 'webhook.test'): Promise<Schemas['WebhookTestResult']> {
    const leaseMs = this.deps.timeoutMs + LEASE_MARGIN_MS;
    return this.deps.idempotency.aroundCall(caller, leaseMs, () => this.send(caller, publicId, type));
  }

  private async send(caller: Caller, publicId: string, type: EventKind): Promise<Schemas['WebhookTestResult']> {
    const webhook = await findWebhook(this.deps.database.forEnvironment(caller), publicId);
    requireMatch(caller, webhook.version);
    if (caller.mode === 'live' && type !== 'webhook.test') throw madeUpInLiveMode();
    const keys = this.deps.secrets.signing(webhook, caller.accountId, webhook.id);
    if (keys === undefined) throw new Error('the endpoint has no secret');
    const [eventId = '', deliveryId = ''] = await this.deps.ids.take(2);
    const { body } = testEvent(type, { ...caller, webhookId: publicId, id: eventId });
    // The database's clock: receivers refuse signatures of another time.
    const now = idTime(deliveryId);
    const headers = signDelivery({
      body,
      ...keys,
      eventId: toPublicId('evt', eventId),
      mode: caller.mode,
      deliveryId: toPublicId('dlv', deliveryId),
      attempt: 1,
      timestamp: now,
      trace: caller.trace,
    });
    const { url } = webhook;
    const outcome = await this.deps.sender.send({ accountId: caller.accountId, url, headers, body });
    return {
      delivered: outcome.kind === 'response' && acknowledged(outcome.statusCode, webhook.acknowledgeOn),
      request: { url, headers: lowerCased(headers), body: body.toString('utf8') },
      ...presentOutcome(outcome),
      durationMs: outcome.durationMs,
      diagnosis: diagnose(webhook, outcome, { type, timeoutMs: this.deps.timeoutMs, now }),
    };
  }
}

function presentOutcome(outcome: SendOutcome): Pick<Schemas['WebhookTestResult'], 'response' | 'error'> {
  if (outcome.kind === 'error') {
    const { error, detail } = outcome;
    return { response: null, error: { code: error, detail: publicDetail(error, detail) } };
  }
  const { statusCode, headers, responseExcerpt } = outcome;
  return { response: { statusCode, headers: lowerCased(headers), bodyExcerpt: responseExcerpt }, error: null };
}

function lowerCased(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const given = Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]));
}

function madeUpInLiveMode(): DomainError {
  return validationFailed('A live webhook can only be tested with webhook.test.', {
    pointer: '/type',
    code: 'unknown_event',
    detail: 'must be webhook.test for a live webhook',
  });
}
