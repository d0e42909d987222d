import type Stripe from 'stripe';
import { STRIPE_EVENTS } from './stripe-callback.js';
import { isCheckoutSession } from './stripe-checkout.js';
import {
  STRIPE_API_VERSION,
  type StripeAnswer,
  StripeCalls,
  type StripeCallsOptions,
  type StripeFailure,
} from './stripe-calls.js';
import { installationOf } from './stripe-ownership.js';

const PAGE = 100;
/** The request that an endpoint was made for. */
const REQUEST = 'svc_request';
/** Shorter than idempotency keys are kept: until then, an endpoint of the same request belongs to no connection. */
const ABANDONED_S = 23 * 3_600;

export interface StripeCredentials extends StripeCallsOptions {
  readonly livemode: boolean;
}

/** Why credentials cannot be used. `invalid_key`: Stripe refuses the key, or it lacks a permission. */
export class StripeCredentialsError extends Error {
  constructor(
    readonly reason: 'wrong_mode' | 'invalid_key' | 'another_account' | 'unreachable',
    message: string,
  ) {
    super(message);
  }
}

export interface StripeAccount {
  /** Null for a restricted key that may not read its account. */
  readonly externalAccountId: string | null;
  readonly livemode: boolean;
  /** Whether the key may list events. Without it, lost webhooks are not recovered. */
  readonly readsEvents: boolean;
  /** Whether it may list balance transactions. Without it, there is no settlement report. */
  readonly readsSettlement: boolean;
  /** Whether it may read disputes. Without it, they are not shown. */
  readonly readsDisputes: boolean;
}

export interface StripeEndpoint {
  readonly id: string;
  /** Stripe shows it once. */
  readonly secret: string;
  /** The endpoints that it replaces. Delete them once the secret is stored: until then they are the ones in use. */
  readonly replaced: readonly string[];
}

/**
 * Asks Stripe which account a key belongs to. The key must be able to read `known`, a PaymentIntent or Checkout Session of
 * the account: neither this key nor the one before it may be able to read the account. Throws StripeCredentialsError.
 */
export async function verifyStripe(credentials: StripeCredentials, known?: string): Promise<StripeAccount> {
  checkMode(credentials);
  return withCalls(credentials, async (calls) => {
    const balance = await calls.ask((sdk) => sdk.balance.retrieve());
    const account = await calls.ask((sdk) => sdk.accounts.retrieveCurrent());
    if (balance.failure !== undefined && account.failure !== undefined) throw errorOf(account.failure);
    if (account.failure !== undefined && account.failure.kind !== 'unauthorized') throw errorOf(account.failure);
    // A restricted key may lack the permission for either: its prefix tells the mode then.
    const livemode = balance.object?.livemode ?? credentials.livemode;
    if (livemode !== credentials.livemode) throw wrongMode(credentials);
    if (known !== undefined) await requireReadable(calls, known);
    const readsEvents = await mayRead(calls, (sdk) => sdk.events.list({ limit: 1 }));
    const listed: Stripe.BalanceTransactionListParams = { limit: 1, expand: ['data.source'] };
    const readsSettlement = await mayRead(calls, (sdk) => sdk.balanceTransactions.list(listed));
    const readsDisputes = await mayRead(calls, (sdk) => sdk.disputes.list({ limit: 1 }));
    return { externalAccountId: account.object?.id ?? null, livemode, readsEvents, readsSettlement, readsDisputes };
  });
}

/** What an endpoint replaces, beside those for its URL. */
export interface EndpointRequest {
  /** The one of this connection, whose URL may have changed since. */
  readonly known?: string | undefined;
  /** Names the request: what an earlier try has left behind is replaced. */
  readonly request?: string | undefined;
  /** The URLs of other connections, whose endpoints stay. */
  readonly inUse: ReadonlySet<string>;
}

/**
 * Makes an endpoint of this installation at Stripe, with the events and the version that the adapter reads. Throws
 * StripeCredentialsError.
 */
export async function makeWebhookEndpoint(
  credentials: StripeCredentials & { readonly installationId: string },
  callbackUrl: string,
  { known, request, inUse }: EndpointRequest,
): Promise<StripeEndpoint> {
  checkMode(credentials);
  const installation = installationOf(credentials.installationId);
  const metadata = request === undefined ? installation : { ...installation, [REQUEST]: request };
  return withCalls(credentials, async (calls) => {
    const former = await endpointsOf(calls);
    const { id, secret, livemode, created } = objectOf(
      await calls.ask((sdk) =>
        sdk.webhookEndpoints.create({
          url: callbackUrl,
          enabled_events: [...STRIPE_EVENTS],
          api_version: STRIPE_API_VERSION,
          metadata,
        }),
      ),
    );
    if (livemode !== credentials.livemode) throw wrongMode(credentials);
    if (secret === undefined)
      throw new StripeCredentialsError('invalid_key', 'Stripe did not return the signing secret.');
    const isAbandoned = (each: Stripe.WebhookEndpoint): boolean =>
      request !== undefined &&
      each.metadata[REQUEST] === request &&
      created - each.created < ABANDONED_S &&
      !inUse.has(each.url);
    const replaced = former.filter(
      (each) =>
        isOf(installation, each.metadata) && (each.url === callbackUrl || each.id === known || isAbandoned(each)),
    );
    return { id, secret, replaced: replaced.map((each) => each.id) };
  });
}

/** Whether an endpoint is there and enabled; also true if Stripe does not say. */
export async function isEndpointEnabled(credentials: StripeCredentials, id: string): Promise<boolean> {
  return withCalls(credentials, async (calls) => {
    const { object, failure } = await calls.ask((sdk) => sdk.webhookEndpoints.retrieve(id));
    return failure === undefined ? object.status === 'enabled' : failure.code !== 'resource_missing';
  });
}

/** Deletes endpoints. One that is gone is no error. Throws StripeCredentialsError. */
export async function deleteWebhookEndpoints(credentials: StripeCredentials, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await withCalls(credentials, (calls) => deleteAll(calls, ids));
}

/** Deletes the endpoints that this installation has made for the URL, and the known one. */
export async function removeWebhookEndpoints(
  credentials: StripeCredentials & { readonly installationId: string },
  callbackUrl: string,
  known?: string,
): Promise<void> {
  checkMode(credentials);
  const installation = installationOf(credentials.installationId);
  await withCalls(credentials, async (calls) => {
    const own = (await endpointsOf(calls)).filter(
      (each) => isOf(installation, each.metadata) && (each.url === callbackUrl || each.id === known),
    );
    await deleteAll(
      calls,
      own.map(({ id }) => id),
    );
  });
}

/**
 * Deletes an endpoint of this installation, if the account has since made another one for its URL. If it has not, the secret that
 * was given may be a new one of this endpoint: Stripe does not say which endpoint a secret belongs to.
 */
export async function removeReplacedEndpoint(
  credentials: StripeCredentials & { readonly installationId: string },
  callbackUrl: string,
  made: string,
): Promise<void> {
  checkMode(credentials);
  const installation = installationOf(credentials.installationId);
  await withCalls(credentials, async (calls) => {
    const endpoints = await endpointsOf(calls);
    const since = endpoints.find(({ id }) => id === made)?.created ?? 0;
    const isReplaced = endpoints.some(
      ({ url, status, metadata, created }) =>
        url === callbackUrl && status === 'enabled' && created >= since && !isOf(installation, metadata),
    );
    if (isReplaced) await deleteAll(calls, [made]);
  });
}

async function deleteAll(calls: StripeCalls, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const answer = await calls.ask((sdk) => sdk.webhookEndpoints.del(id));
    if (answer.failure?.code !== 'resource_missing') objectOf(answer);
  }
}

async function mayRead(calls: StripeCalls, list: (sdk: Stripe) => Promise<unknown>): Promise<boolean> {
  const { failure } = await calls.ask<unknown>(list);
  return failure?.kind !== 'unauthorized';
}

async function endpointsOf(calls: StripeCalls): Promise<Stripe.WebhookEndpoint[]> {
  return objectOf(
    await calls.ask((sdk) => sdk.webhookEndpoints.list({ limit: PAGE }).autoPagingToArray({ limit: 10 * PAGE })),
  );
}

async function withCalls<T>(options: StripeCallsOptions, run: (calls: StripeCalls) => Promise<T>): Promise<T> {
  const calls = new StripeCalls(options);
  try {
    return await run(calls);
  } finally {
    await calls.close();
  }
}

async function requireReadable(calls: StripeCalls, known: string): Promise<void> {
  const { failure } = await calls.ask<unknown>((sdk) =>
    isCheckoutSession(known) ? sdk.checkout.sessions.retrieve(known) : sdk.paymentIntents.retrieve(known),
  );
  if (failure?.code === 'resource_missing') {
    throw new StripeCredentialsError('another_account', `The account of the key does not have ${known}.`);
  }
  if (failure !== undefined) throw errorOf(failure);
}

function objectOf<T>({ object, failure }: StripeAnswer<T>): T {
  if (failure !== undefined) throw errorOf(failure);
  return object;
}

/** A key begins with its kind and mode. `sk_org_` belongs to an organization, and needs an account with each call. */
function checkMode(credentials: StripeCredentials): void {
  const { secretKey, livemode } = credentials;
  const [kind = '', mode = ''] = secretKey.split('_');
  if (mode === 'org') {
    throw new StripeCredentialsError('wrong_mode', 'The key belongs to an organization. Use a key of the account.');
  }
  if ((kind !== 'sk' && kind !== 'rk') || (mode !== 'test' && mode !== 'live')) {
    throw new StripeCredentialsError('invalid_key', 'The key is not a secret or restricted key of Stripe.');
  }
  if ((mode === 'live') !== livemode) throw wrongMode(credentials);
}

function wrongMode({ livemode }: StripeCredentials): StripeCredentialsError {
  const [wanted, given] = livemode ? ['live', 'test'] : ['test', 'live'];
  return new StripeCredentialsError('wrong_mode', `The key is for ${given} mode. Use a key for ${wanted} mode.`);
}

function errorOf({ kind, message }: StripeFailure): StripeCredentialsError {
  const isAway = ['unreachable', 'unclear', 'rate_limited', 'locked'].includes(kind);
  return new StripeCredentialsError(isAway ? 'unreachable' : 'invalid_key', message);
}

function isOf(metadata: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>): boolean {
  return Object.entries(metadata).every(([name, value]) => given[name] === value);
}
