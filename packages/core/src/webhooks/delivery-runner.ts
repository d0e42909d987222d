import { toPublicId } from '../platform/ids/public-id.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { traceId } from '../platform/trace.js';
import { retryDelay } from './backoff.js';
import type { Claim, ClaimedDelivery, DeliveryClaims } from './delivery-claims.js';
import type { AttemptRecord, DeliveryOutcomes, Verdict } from './delivery-outcomes.js';
import { acknowledged, type SendOutcome, type WebhookSender } from './sender.js';
import { signDelivery } from './signature.js';
import type { SigningSecrets, WebhookSecrets } from './webhook-secrets.js';

/**
 * So many deliveries are under way to one host at a time, as many as it has connections: a slow host neither holds up
 * the others nor has its own deliveries time out while they wait for a connection.
 */
const MOST_PER_ORIGIN = 100;

export interface DeliverySettings {
  /** Waits before each retry, in milliseconds. */
  readonly retryDelays: readonly number[];
  /** Deliveries in flight at the same time. */
  readonly concurrency: number;
}

/** Sends deliveries: claims rows, POSTs the stored bytes, records what came back. */
export class DeliveryRunner {
  private readonly inFlight = new Set<Promise<void>>();
  private readonly perOrigin = new Map<string, number>();
  private claiming = 0;
  private stopped = false;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly outcomes: DeliveryOutcomes,
    private readonly sender: WebhookSender,
    private readonly secrets: WebhookSecrets,
    private readonly queues: WorkQueues,
    private readonly settings: DeliverySettings,
    private readonly logger: Logger,
  ) {}

  /** Takes those of the named deliveries that are due; resolves when they are under way, not when they are done. */
  async take(refs: readonly WorkRef[]): Promise<void> {
    let rest = refs;
    while (rest.length > 0 && !this.stopped) {
      const room = await this.room();
      const now = rest.slice(0, room);
      rest = rest.slice(room);
      await this.start(now.length, () => this.claims.claim(now));
    }
  }

  /** Takes deliveries that no queue has brought, as many as there is room for. Answers how many it has met. */
  async takeDue(graceMs: number, limit: number): Promise<number> {
    const room = Math.min(limit, this.free());
    if (room <= 0 || this.stopped) return 0;
    return this.start(room, () => this.claims.claimDue(graceMs, room));
  }

  /** Claims nothing more and resolves when all that is under way is recorded. */
  async drain(): Promise<void> {
    this.stopped = true;
    while (this.inFlight.size > 0 || this.claiming > 0) {
      await Promise.race([...this.inFlight, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  }

  private free(): number {
    return this.settings.concurrency - this.inFlight.size - this.claiming;
  }

  private async room(): Promise<number> {
    while (this.free() <= 0) {
      await Promise.race([...this.inFlight, new Promise((resolve) => setTimeout(resolve, 20))]);
    }
    return this.free();
  }

  private async start(reserved: number, claim: () => Promise<Claim>): Promise<number> {
    this.claiming += reserved;
    try {
      const { met, claimed } = await claim();
      for (const delivery of claimed) this.launch(delivery);
      return met;
    } finally {
      this.claiming -= reserved;
    }
  }

  private launch(delivery: ClaimedDelivery): void {
    const running = this.deliver(delivery).catch((error: unknown) => {
      this.logger.error({ event: 'delivery_failed', ...named(delivery), err: error }, 'left to the sweeper');
    });
    const tracked = running.finally(() => this.inFlight.delete(tracked));
    this.inFlight.add(tracked);
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { body, url } = delivery;
    const secrets = this.secrets.signing(delivery, delivery.accountId, delivery.webhookId);
    if (url === null || secrets === undefined) return this.outcomes.cancel(delivery, 'webhook_deleted');
    if (body === null) return this.outcomes.cancel(delivery, 'event_expired');
    const { origin } = new URL(url);
    const alongside = this.perOrigin.get(origin) ?? 0;
    if (alongside >= MOST_PER_ORIGIN) return this.outcomes.release(delivery);
    this.perOrigin.set(origin, alongside + 1);
    try {
      await this.attempt(delivery, url, body, secrets);
    } finally {
      const left = (this.perOrigin.get(origin) ?? 1) - 1;
      if (left === 0) this.perOrigin.delete(origin);
      else this.perOrigin.set(origin, left);
    }
  }

  private async attempt(delivery: ClaimedDelivery, url: string, body: Buffer, secrets: SigningSecrets): Promise<void> {
    const headers = signDelivery({
      body,
      ...secrets,
      eventId: toPublicId('evt', delivery.eventId),
      mode: delivery.mode,
      deliveryId: toPublicId('dlv', delivery.id),
      attempt: delivery.attempts + 1,
      timestamp: new Date(),
      trace: delivery.trace,
    });
    const outcome = await this.sender.send({ url, headers, body });
    const verdict = this.judge(delivery, outcome);
    const recorded = await this.outcomes.record(delivery, toRecord(outcome), verdict);
    if (recorded === undefined) {
      this.logger.warn({ event: 'lease_lost', ...named(delivery) }, 'another worker has taken the delivery over');
      return;
    }
    if (recorded.endpointDisabled) {
      const { webhookId: webhook } = delivery;
      this.logger.warn({ event: 'webhook_disabled', webhook, ...named(delivery) }, 'it has failed for too long');
    }
    if (verdict.retryAfterMs !== null) {
      const jobId = `dlv_${delivery.id}_${delivery.attempts + 1}`;
      await this.queues.hintLater('deliveries', delivery, verdict.retryAfterMs, jobId);
    }
  }

  private judge(delivery: ClaimedDelivery, outcome: SendOutcome): Verdict {
    const answered = outcome.kind === 'response';
    if (answered && acknowledged(outcome.statusCode, delivery.acknowledgeOn ?? '200')) {
      return { status: 'delivered', reason: null, retryAfterMs: null };
    }
    const { retryDelays } = this.settings;
    const asked =
      answered && outcome.retryAfter !== undefined
        ? { statusCode: outcome.statusCode, header: outcome.retryAfter, now: new Date() }
        : undefined;
    const retryAfterMs = retryDelay(delivery.attempts, retryDelays, Math.random, asked);
    if (retryAfterMs === null) return { status: 'failed', reason: 'retries_exhausted', retryAfterMs: null };
    return { status: 'pending', reason: null, retryAfterMs };
  }
}

/** What a log line says to name a delivery. */
function named({ id, trace }: ClaimedDelivery): { delivery: string; traceId: string | null } {
  return { delivery: id, traceId: trace === null ? null : traceId(trace) };
}

function toRecord(outcome: SendOutcome): AttemptRecord {
  if (outcome.kind === 'error') {
    const { durationMs, error, detail } = outcome;
    return { durationMs, statusCode: null, error, detail, responseExcerpt: null };
  }
  // Postgres has no NUL in texts.
  const responseExcerpt = outcome.responseExcerpt.replaceAll('\0', '\uFFFD');
  return { durationMs: outcome.durationMs, statusCode: outcome.statusCode, error: null, detail: null, responseExcerpt };
}
