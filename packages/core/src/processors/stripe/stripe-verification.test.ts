import { startStripeDouble, type StripeDouble } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  deleteWebhookEndpoints,
  type EndpointRequest,
  makeWebhookEndpoint,
  type StripeCredentials,
  verifyStripe,
} from './stripe-verification.js';

const URL = 'https://pay.example/callbacks/00/proc_1';

let stripe: StripeDouble;

beforeEach(async () => {
  stripe = await startStripeDouble();
});

afterEach(() => stripe.close());

function credentials(change: Partial<StripeCredentials> = {}): StripeCredentials {
  return { secretKey: stripe.secretKey, livemode: false, timeoutMs: 1_000, baseUrl: stripe.url, ...change };
}

describe('verification', () => {
  it('returns the account and the mode of the key', async () => {
    const account = { externalAccountId: stripe.accountId, livemode: false };
    const all = { readsEvents: true, readsSettlement: true, readsDisputes: true };
    expect(await verifyStripe(credentials())).toEqual({ ...account, ...all });
  });

  it('accepts a restricted key that may read neither its account nor events and disputes, and says so', async () => {
    stripe.keyState = 'restricted';
    expect(await verifyStripe(credentials())).toEqual({
      externalAccountId: null,
      livemode: false,
      readsEvents: false,
      readsSettlement: false,
      readsDisputes: false,
    });
  });

  it('refuses a restricted key of another account, which does not have the known PaymentIntent', async () => {
    stripe.keyState = 'restricted';
    const { id } = stripe.intents.create({ amount: '100', currency: 'eur' });
    expect(await verifyStripe(credentials(), id)).toEqual({
      externalAccountId: null,
      livemode: false,
      readsEvents: false,
      readsSettlement: false,
      readsDisputes: false,
    });
    await expect(verifyStripe(credentials(), 'pi_unknown')).rejects.toMatchObject({ reason: 'another_account' });
    stripe.faults.plan('retrieve', 'error_before');
    await expect(verifyStripe(credentials(), id)).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('refuses a full key of an account that does not have the known PaymentIntent or Checkout Session', async () => {
    const { id } = stripe.intents.create({ amount: '100', currency: 'eur' });
    expect(await verifyStripe(credentials(), id)).toMatchObject({ externalAccountId: stripe.accountId });
    for (const known of ['pi_unknown', 'cs_test_unknown']) {
      await expect(verifyStripe(credentials(), known)).rejects.toMatchObject({ reason: 'another_account' });
    }
  });

  it.each([
    ['of live mode', 'sk_live_51abc', 'wrong_mode'],
    ['of live mode, restricted', 'rk_live_51abc', 'wrong_mode'],
    ['of an organization', 'sk_org_51abc', 'wrong_mode'],
    ['that is publishable', 'pk_test_51abc', 'invalid_key'],
    ['of something else', 'AKIA123', 'invalid_key'],
  ])('refuses a key %s before anything is sent', async (_, secretKey, reason) => {
    await expect(verifyStripe(credentials({ secretKey }))).rejects.toMatchObject({ reason });
    await expect(make({ secretKey })).rejects.toMatchObject({ reason });
    expect(stripe.requests).toEqual([]);
  });

  it('refuses a test key for live mode', async () => {
    await expect(verifyStripe(credentials({ livemode: true }))).rejects.toMatchObject({ reason: 'wrong_mode' });
  });

  it('refuses a key whose objects are of the other mode than its prefix', async () => {
    const live = await startStripeDouble({ livemode: true });
    const secretKey = live.secretKey.replace('live', 'test');
    Object.assign(live, { secretKey });
    await expect(verifyStripe(credentials({ secretKey, baseUrl: live.url }))).rejects.toMatchObject({
      reason: 'wrong_mode',
    });
    await live.close();
  });

  it('tells a key that Stripe refuses from a Stripe that is not there', async () => {
    stripe.keyState = 'revoked';
    await expect(verifyStripe(credentials())).rejects.toMatchObject({ reason: 'invalid_key' });
    stripe.keyState = 'valid';
    stripe.faults.plan('other', 'error_before', 'error_before');
    await expect(verifyStripe(credentials())).rejects.toMatchObject({ reason: 'unreachable' });
    stripe.faults.plan('other', 'hangs', 'hangs');
    await expect(verifyStripe(credentials({ timeoutMs: 100 }))).rejects.toMatchObject({ reason: 'unreachable' });
    await expect(verifyStripe(credentials({ baseUrl: 'http://127.0.0.1:9' }))).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });
});

const make = (
  change: Partial<StripeCredentials> = {},
  installationId = 'inst',
  url = URL,
  more: Partial<EndpointRequest> = {},
) => makeWebhookEndpoint({ ...credentials(change), installationId }, url, { inUse: new Set(), ...more });

describe('the webhook endpoint', () => {
  it('is made with our events, the version of the SDK, and a secret', async () => {
    const { id, secret } = await make();
    const endpoint = stripe.events.endpoints.get(id);
    expect(endpoint).toMatchObject({
      url: URL,
      secret,
      api_version: '2026-08-26.dahlia',
      metadata: { svc_installation: 'inst' },
    });
    expect(endpoint?.enabled_events).toContain('refund.failed');
  });

  it('replaces those of this installation for the same URL, and no others', async () => {
    stripe.events.addEndpoint({ url: URL, api_version: null, enabled_events: ['*'], metadata: {} });
    const sibling = await make({}, 'other');
    const former = await make();
    const current = await make();
    expect([sibling.replaced, former.replaced, current.replaced]).toEqual([[], [], [former.id]]);
    expect(former.secret).not.toBe(current.secret);
    const moved = await make({}, 'inst', 'https://elsewhere.example', { known: current.id });
    expect(moved.replaced).toEqual([current.id]);
  });

  it('replaces that of an earlier try of the same request, but not of a day ago', async () => {
    const of = (url: string, request?: string, inUse = new Set<string>()) =>
      make({}, 'inst', `https://pay.example/${url}`, { request, inUse });
    const [abandoned] = [await of('1', 'request'), await of('2', 'another'), await of('3')];
    const repeated = await of('4', 'request');
    expect(repeated.replaced).toEqual([abandoned.id]);
    const connected = await of('4a', 'request', new Set(['https://pay.example/1']));
    expect(connected.replaced).toEqual([repeated.id]);
    for (const { id } of [abandoned, repeated, connected]) {
      const made = stripe.events.endpoints.get(id);
      if (made !== undefined) stripe.events.endpoints.set(id, { ...made, created: made.created - 86_400 });
    }
    expect((await of('5', 'request')).replaced).toEqual([]);
  });

  it('is deleted, also if it is gone', async () => {
    const [first, second] = [await make(), await make()];
    stripe.events.endpoints.delete(first.id);
    await deleteWebhookEndpoints(credentials(), [first.id, second.id]);
    expect(stripe.events.endpoints.size).toBe(0);
    stripe.faults.plan('other', 'error_before');
    await expect(deleteWebhookEndpoints(credentials(), [first.id])).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('needs a key that may make it', async () => {
    stripe.keyState = 'revoked';
    await expect(make()).rejects.toMatchObject({ reason: 'invalid_key' });
  });
});
