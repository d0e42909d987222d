import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Form, listOf, parseForm, partsOf, textOf } from './form.js';
import { Balance } from './balance.js';
import { CheckoutSessions } from './checkout-sessions.js';
import { Customers } from './customers.js';
import { Dashboard } from './dashboard.js';
import { type Intent, newId, PaymentIntents } from './payment-intents.js';
import { Disputes } from './disputes.js';
import { type Refund, Refunds } from './refunds.js';
import { StripePages } from './stripe-pages.js';
import { StripeApiError, invalid, missing } from './stripe-error.js';
import { type StripeEvent, StripeEvents } from './stripe-events.js';
import { type StripeFault, StripeFaults, type StripeStep } from './stripe-faults.js';

interface StripeDoubleOptions {
  readonly livemode?: boolean;
}

interface StripeRequest {
  readonly step: StripeStep;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly form: Form;
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

const NOT_FOR_RESTRICTED = ['/v1/account', '/v1/events', '/v1/balance_transactions', '/v1/disputes'];

/** Starts a double of Stripe's API that keeps its objects in memory, and fails as planned. */
export async function startStripeDouble({ livemode = false }: StripeDoubleOptions = {}): Promise<StripeDouble> {
  const double = new StripeDouble(livemode);
  await double.start();
  return double;
}

export class StripeDouble {
  /** What was requested, in order. */
  readonly requests: StripeRequest[] = [];
  readonly faults = new StripeFaults();
  readonly events: StripeEvents;
  readonly customers: Customers;
  readonly intents: PaymentIntents;
  readonly refunds: Refunds;
  readonly checkout: CheckoutSessions;
  readonly disputes: Disputes;
  readonly dashboard: Dashboard;
  readonly balance: Balance;
  readonly accountId = newId('acct').slice(0, 21);
  /** A revoked key answers 401; a restricted one may not read the account, its events, balance and disputes. */
  keyState: 'valid' | 'revoked' | 'restricted' = 'valid';
  /** A path that the key may not use. */
  forbiddenPath: string | undefined;
  readonly secretKey: string;
  private readonly kept = new Map<string, { readonly request: string; readonly answer: Answer }>();
  private readonly pages: StripePages;
  private readonly server: Server;
  private port = 0;
  private readonly hanging = new Set<ServerResponse>();

  constructor(readonly livemode: boolean) {
    this.secretKey = `sk_${livemode ? 'live' : 'test'}_${randomBytes(12).toString('hex')}`;
    this.events = new StripeEvents(livemode);
    const changed = (type: string, object: object): void => {
      this.events.add(type, object);
      this.balance.note(type, object);
      const isOver = type === 'payment_intent.canceled' || type === 'payment_intent.succeeded';
      if (isOver) this.refunds.release(object as Intent);
    };
    const pageUrl = (id: string): string => `${this.url}/action/${id}`;
    this.customers = new Customers(livemode);
    this.intents = new PaymentIntents({ livemode, customers: this.customers, pageUrl, changed });
    this.refunds = new Refunds(this.intents, changed);
    this.balance = new Balance(this.intents, this.refunds);
    const checkoutUrl = (id: string): string => `${this.url}/checkout/${id}`;
    this.checkout = new CheckoutSessions({
      livemode,
      intents: this.intents,
      customers: this.customers,
      pageUrl: checkoutUrl,
      changed,
    });
    this.disputes = new Disputes(this.intents, changed);
    this.pages = new StripePages(this);
    this.dashboard = new Dashboard(this.intents, this.refunds);
    this.server = createServer((request, response) => void this.take(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** At the same port as before, if it was started before. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', () => resolve()));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** The customer completes or fails the action on the page. */
  customerActs(page: string, outcome: 'complete' | 'fail'): void {
    this.intents.act(new URL(page).pathname.replace('/action/', ''), outcome);
  }

  /** The customer enters a card on the page of a Checkout Session. Returns whether it was taken. */
  customerPays(page: string, card?: string): boolean {
    return this.checkout.pay(new URL(page).pathname.replace('/checkout/', ''), card);
  }

  /** Forgets the idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.kept.clear();
  }

  /** How often money was taken or held, over all PaymentIntents of an attempt's metadata. */
  authorizationsOf(metadata: Readonly<Record<string, string>>): number {
    const own = [...this.intents.all.values()].filter((intent) =>
      Object.entries(metadata).every(([name, value]) => intent.metadata[name] === value),
    );
    return own.reduce((sum, { id }) => sum + (this.intents.authorizations.get(id) ?? 0), 0);
  }

  /** Cuts and refuses connections until it is started again. */
  async close(): Promise<void> {
    for (const response of this.hanging) response.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = parseForm(request.method === 'POST' ? body : url.search.slice(1));
    const shown = this.pages.answer(url.pathname, form);
    if (shown !== undefined) {
      response.writeHead(shown.to === undefined ? 200 : 303, {
        'content-type': 'text/html',
        ...(shown.to === undefined ? {} : { location: shown.to }),
      });
      return void response.end(shown.html);
    }
    const key = request.headers['idempotency-key'];
    const step = stepOf(request.method ?? '', url.pathname);
    const noted: StripeRequest = {
      ...{ step, method: request.method ?? '', path: url.pathname, form },
      idempotencyKey: typeof key === 'string' ? key : undefined,
    };
    this.requests.push(noted);
    this.answer(noted, request.headers.authorization ?? '', response);
  }

  private answer(request: StripeRequest, authorization: string, response: ServerResponse): void {
    const fault = this.faults.next(request.step, request.idempotencyKey ?? request.path);
    if (fault === 'lost_before') return void response.destroy();
    const answer = beforeEffect(fault) ?? this.perform(request, authorization);
    // Answers to a key that is not accepted are not kept.
    if ((fault === 'error_before' || fault === 'error_after') && answer.status !== 401)
      this.keep(request, serverError());
    if (fault === 'lost_after') return void response.destroy();
    if (fault === 'hangs') return void this.hanging.add(response);
    const { status, body, headers } = fault === 'error_after' ? serverError() : answer;
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req'), ...headers });
    response.end(JSON.stringify(body));
  }

  private perform(request: StripeRequest, authorization: string): Answer {
    try {
      this.admit(authorization, request.path);
      return this.once(request, () => ({ status: 200, body: structuredClone(this.operate(request)) }));
    } catch (error) {
      return errorAnswer(error);
    }
  }

  private admit(authorization: string, path: string): void {
    if (authorization !== `Bearer ${this.secretKey}` || this.keyState === 'revoked') {
      throw new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    }
    const isForbidden = this.keyState === 'restricted' && NOT_FOR_RESTRICTED.some((prefix) => path.startsWith(prefix));
    if (isForbidden || path === this.forbiddenPath) {
      throw new StripeApiError(403, { type: 'invalid_request_error', message: 'The key lacks a permission.' });
    }
  }

  /** Repeats the kept answer of an idempotency key. Answers of the checks before an operation are not kept. */
  private once(request: StripeRequest, operate: () => Answer): Answer {
    const { idempotencyKey: key, method } = request;
    if (key === undefined || method !== 'POST') return operate();
    const before = this.kept.get(key);
    if (before !== undefined && before.request !== contentOf(request)) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      throw new StripeApiError(400, { type: 'idempotency_error', message });
    }
    if (before !== undefined) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
    let answer: Answer;
    try {
      answer = operate();
    } catch (error) {
      if (!(error instanceof StripeApiError) || !error.isKept) throw error;
      answer = errorAnswer(error);
    }
    this.keep(request, answer);
    return answer;
  }

  private keep(request: StripeRequest, answer: Answer): void {
    const { idempotencyKey: key } = request;
    if (key !== undefined) this.kept.set(key, { request: contentOf(request), answer });
  }

  private operate({ method, path, form }: StripeRequest): object {
    const [, , resource = '', id = '', action = ''] = path.replace('checkout/sessions', 'checkout_sessions').split('/');
    switch (`${method} ${resource}${id === '' ? '' : '/id'}${action === '' ? '' : `/${action}`}`) {
      case 'GET payment_intents':
        return page(createdIn(form, [...this.intents.all.values()].reverse()), form);
      case 'POST payment_intents':
        return this.intents.create(form);
      case 'GET payment_intents/id':
        return this.intents.shown(this.intents.find(id), form);
      case 'POST payment_intents/id/confirm':
        return this.intents.shown(this.intents.confirm(id, form), form);
      case 'POST payment_intents/id/capture':
        return this.intents.capture(id, form);
      case 'POST payment_intents/id/cancel':
        return this.intents.cancel(id, textOf(form, 'cancellation_reason') ?? null);
      case 'POST customers':
        return this.customers.create(form);
      case 'POST customers/id':
        return this.customers.update(id, form);
      case 'DELETE customers/id':
        return this.customers.remove(id);
      case 'GET payment_methods/id':
        return this.customers.method(id);
      case 'POST payment_methods/id/attach':
        return this.customers.attach(id, form);
      case 'POST payment_methods/id/detach':
        return this.customers.detach(id);
      case 'POST checkout_sessions':
        return this.checkout.create(form);
      case 'GET checkout_sessions/id':
        return this.checkout.find(id);
      case 'POST checkout_sessions/id/expire':
        return this.checkout.expire(id);
      case 'POST refunds':
        return this.refunds.create(form);
      case 'GET refunds':
        return page(
          createdIn(form, this.refunds.list(form)).map((refund) => this.expanded(form, refund)),
          form,
        );
      case 'GET refunds/id':
        return this.expanded(form, this.refunds.find(id));
      case 'GET disputes':
        return page(createdIn(form, [...this.disputes.all.values()].reverse()), form);
      case 'GET disputes/id':
        return this.disputes.retrieve(id, listOf(form, 'expand'));
      case 'GET account':
        return { id: this.accountId, object: 'account' };
      case 'GET balance':
        return { object: 'balance', livemode: this.livemode, available: [], pending: [] };
      case 'GET balance_transactions':
        return page(
          createdIn(form, [...this.balance.all].reverse()).map((each) =>
            this.balance.shown(each, listOf(form, 'expand')),
          ),
          form,
        );
      case 'GET events':
        return page(createdIn(form, ofTypes(form, [...this.events.all].reverse())), form);
      case 'POST webhook_endpoints':
        return this.addEndpoint(form);
      case 'GET webhook_endpoints':
        return page(
          [...this.events.endpoints.values()].map((endpoint) => ({ ...endpoint, secret: undefined })),
          form,
        );
      case 'GET webhook_endpoints/id':
        return { ...this.events.find(id), secret: undefined };
      case 'DELETE webhook_endpoints/id':
        if (!this.events.endpoints.delete(id)) throw missing('webhook endpoint', id, 'webhook_endpoint');
        return { id, object: 'webhook_endpoint', deleted: true };
      default:
        throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
    }
  }

  private expanded(form: Form, refund: Refund): { readonly id: string } {
    const asked = listOf(form, 'expand').map((name) => name.replace('data.', ''));
    const { id, payment_intent: intent } = refund;
    return Object.assign(
      { id },
      refund,
      asked.includes('payment_intent') ? { payment_intent: this.intents.find(intent) } : {},
      asked.includes('balance_transaction') ? { balance_transaction: this.balance.of(id) } : {},
    );
  }

  private addEndpoint(form: Form): object {
    const url = textOf(form, 'url') ?? '';
    if (!URL.canParse(url)) throw invalid('Invalid URL', { code: 'url_invalid', param: 'url' });
    return this.events.addEndpoint({
      url,
      api_version: textOf(form, 'api_version') ?? null,
      enabled_events: listOf(form, 'enabled_events'),
      metadata: partsOf(form, 'metadata'),
    });
  }
}

/** The objects that were made in the range of `created`. */
function createdIn<T extends { readonly created: number }>(form: Form, all: readonly T[]): T[] {
  const { gte = '0', lt = 'Infinity' } = partsOf(form, 'created');
  return all.filter(({ created }) => created >= Number(gte) && created < Number(lt));
}

function ofTypes(form: Form, events: readonly StripeEvent[]): StripeEvent[] {
  const types = listOf(form, 'types');
  return events.filter(({ type }) => types.length === 0 || types.includes(type));
}

function contentOf({ path, form }: StripeRequest): string {
  return createHash('sha256')
    .update(`${path}\n${JSON.stringify(form)}`)
    .digest('hex');
}

function stepOf(method: string, path: string): StripeStep {
  const [, , resource = '', id = '', action = ''] = path.split('/');
  if (resource === 'payment_intents') {
    if (action === 'confirm' || action === 'capture' || action === 'cancel') return action;
    if (id === '' && method === 'GET') return 'list_intents';
    return method === 'POST' ? 'create' : 'retrieve';
  }
  if (resource === 'customers') return customerStepOf(method, id);
  if (resource === 'payment_methods') return action === 'attach' || action === 'detach' ? action : 'retrieve_method';
  if (resource === 'checkout') return checkoutStepOf(method, path);
  if (resource === 'events') return 'list_events';
  if (resource === 'balance_transactions') return 'list_balance';
  if (resource !== 'refunds') return 'other';
  if (method === 'POST') return 'refund';
  return id === '' ? 'list_refunds' : 'retrieve_refund';
}

function customerStepOf(method: string, id: string): StripeStep {
  if (method === 'DELETE') return 'delete_customer';
  return id === '' ? 'create_customer' : 'update_customer';
}

function checkoutStepOf(method: string, path: string): StripeStep {
  if (method === 'GET') return 'retrieve_session';
  return path.endsWith('/expire') ? 'expire_session' : 'create_session';
}

/** The answer of a fault that has no effect. */
function beforeEffect(fault: StripeFault | undefined): Answer | undefined {
  if (fault === 'error_before') return serverError();
  if (fault === 'rate_limited' || fault === 'locked') {
    const code = fault === 'locked' ? 'lock_timeout' : 'rate_limit';
    return errorAnswer(new StripeApiError(429, { type: 'invalid_request_error', code, message: 'Try it later.' }));
  }
  if (fault !== 'in_use') return undefined;
  const body = {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'Another request is in progress.',
  };
  return errorAnswer(new StripeApiError(409, body));
}

function serverError(): Answer {
  return errorAnswer(new StripeApiError(500, { type: 'api_error', message: 'Something went wrong at Stripe.' }));
}

function errorAnswer(error: unknown): Answer {
  if (!(error instanceof StripeApiError)) throw error;
  return { status: error.status, body: structuredClone({ error: error.body }) };
}

/** A page of a list, the newest first. */
function page<T extends { readonly id: string }>(all: readonly T[], form: Form): object {
  const limit = Number(textOf(form, 'limit') ?? 10);
  const after = textOf(form, 'starting_after');
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (/^(evt|txn)_/.test(after ?? '') && from === 0) throw missing('object', after ?? '', 'starting_after', 400);
  return { object: 'list', data: all.slice(from, from + limit), has_more: all.length > from + limit, url: '' };
}
