import { createHmac, randomBytes } from 'node:crypto';
import { newId, seconds } from './payment-intents.js';
import { missing } from './stripe-error.js';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: object };
  readonly livemode: boolean;
  readonly type: string;
}

interface WebhookEndpoint {
  readonly id: string;
  readonly object: 'webhook_endpoint';
  readonly api_version: string | null;
  readonly created: number;
  readonly enabled_events: string[];
  readonly livemode: boolean;
  readonly metadata: Record<string, string>;
  readonly secret: string;
  /** Stripe disables an endpoint that does not answer for days. */
  status: 'enabled' | 'disabled';
  readonly url: string;
}

/** How events reach their endpoints. */
type StripeDelivery = 'once' | 'twice' | 'reversed' | 'dropped' | 'forged';

/** Events, and the endpoints that receive them. */
export class StripeEvents {
  readonly all: StripeEvent[] = [];
  readonly endpoints = new Map<string, WebhookEndpoint>();
  private undelivered: StripeEvent[] = [];

  constructor(private readonly livemode: boolean) {}

  add(type: string, object: object): void {
    const data = { object: structuredClone(object) };
    const event: StripeEvent = {
      ...{ id: newId('evt'), object: 'event', api_version: '', created: seconds() },
      ...{ data, livemode: this.livemode, type },
    };
    this.all.push(event);
    this.undelivered.push(event);
  }

  addEndpoint(endpoint: Pick<WebhookEndpoint, 'api_version' | 'enabled_events' | 'metadata' | 'url'>): WebhookEndpoint {
    const secret = `whsec_${randomBytes(24).toString('hex')}`;
    const added: WebhookEndpoint = {
      ...{ id: newId('we'), object: 'webhook_endpoint', livemode: this.livemode, status: 'enabled', secret },
      created: seconds(),
      ...endpoint,
    };
    this.endpoints.set(added.id, added);
    return added;
  }

  find(id: string): WebhookEndpoint {
    const endpoint = this.endpoints.get(id);
    if (endpoint === undefined) throw missing('webhook endpoint', id, 'webhook_endpoint');
    return endpoint;
  }

  /** Sends the events since the last call to each endpoint. Returns the statuses. */
  async deliver(how: StripeDelivery = 'once'): Promise<number[]> {
    const pending = how === 'reversed' ? this.undelivered.reverse() : this.undelivered;
    this.undelivered = [];
    if (how === 'dropped') return [];
    const sent = how === 'twice' ? pending.flatMap((event) => [event, event]) : pending;
    const statuses: number[] = [];
    for (const endpoint of this.endpoints.values()) {
      for (const event of sent.filter(({ type }) => endpoint.enabled_events.includes(type))) {
        const secret = how === 'forged' ? 'whsec_forged' : endpoint.secret;
        const { headers, body } = signedEvent(event, secret);
        statuses.push((await fetch(endpoint.url, { method: 'POST', headers, body })).status);
      }
    }
    return statuses;
  }
}

/** The request by which Stripe reports an event. */
export function signedEvent(
  event: object | null,
  secret: string,
  at = seconds(),
): { readonly headers: Record<string, string>; readonly body: string } {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${signature}` },
    body,
  };
}
