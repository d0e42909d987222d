import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedEvent, startStripeDouble, type StripeDouble } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStripe } from '../../../test/open-stripe.js';
import type { StripeProcessor } from './stripe-processor.js';

const SECRET = 'whsec_ours';
const NOW = new Date('2026-11-25T10:00:00.000Z');
const SECONDS = NOW.getTime() / 1_000;

let stripe: StripeDouble;
let processor: StripeProcessor;

beforeEach(async () => {
  stripe = await startStripeDouble();
  processor = openStripe(stripe, { webhookSecret: SECRET });
});

afterEach(async () => {
  await processor.close();
  await stripe.close();
});

const ours = { svc_installation: 'inst', svc_attempt: '00-1-701' };

function event(object: object, change: object = {}): object {
  return { ...{ id: 'evt_1', object: 'event', livemode: false, type: 'any', data: { object } }, ...change };
}

const intent = (metadata: object): object => ({ object: 'payment_intent', id: 'pi_1', metadata });

async function read(
  sent: object | null,
  { secret = SECRET, at = SECONDS } = {},
): ReturnType<StripeProcessor['parseCallback']> {
  const { headers, body } = signedEvent(sent, secret, at);
  return processor.parseCallback({ headers, body: Buffer.from(body), now: NOW });
}

describe('an event', () => {
  it.each([
    ['a PaymentIntent', intent(ours), { environmentId: 1, id: '701', operation: 'authorize' }],
    [
      'a captured PaymentIntent',
      intent({ ...ours, svc_capture: '00-1-702' }),
      { environmentId: 1, id: '702', operation: 'capture' },
    ],
    [
      'a dispute, whose payment is not known yet',
      { object: 'dispute', id: 'dp_1' },
      { operation: 'dispute', reference: 'dp_1' },
    ],
    [
      'a refund',
      { object: 'refund', id: 're_1', metadata: { ...ours, svc_attempt: '00-1-703' } },
      { environmentId: 1, id: '703', operation: 'refund' },
    ],
  ])('about %s names its attempt', async (_, object, callback) => {
    expect(await read(event(object))).toEqual(callback);
  });

  it.each([
    ['another installation', event(intent({ ...ours, svc_installation: 'other' }))],
    ['somebody else', event(intent({}))],
    ['an object without metadata', event({ object: 'payment_intent', id: 'pi_1', metadata: null })],
    ['something without attempts', event({ object: 'customer', id: 'cus_1', metadata: ours })],
    ['a reference that is not one', event(intent({ ...ours, svc_attempt: '00-1-x' }))],
    ['a reference that is a number', event(intent({ ...ours, svc_attempt: 5 }))],
    ['a reference that is an object', event(intent({ ...ours, svc_attempt: { a: 1 } }))],
    ['a capture whose reference is a list', event(intent({ svc_installation: 'inst', svc_capture: ['00-1-701'] }))],
    ['a page whose reference is true', event({ object: 'checkout.session', metadata: { ...ours, svc_attempt: true } })],
    ['the other mode', event(intent(ours), { livemode: true })],
    ['nothing', event({}, { data: {} })],
    ['nothing, without data', event({}, { data: undefined })],
    ['a dispute without an id', event({ object: 'dispute' })],
    ['a dispute with an id that is not one of Stripe', event({ object: 'dispute', id: 'dp_\0' })],
    ['a refund with an id that is not text', event({ object: 'refund', id: 1, metadata: {} })],
  ])('about %s is ignored', async (_, sent) => {
    expect(await read(sent)).toBe('ignored');
  });

  it('that is thin is ignored, if its signature is valid', async () => {
    const thin = { object: 'v2.core.event', id: 'evt_1', type: 'v1.refund.failed', livemode: false };
    expect(await read(thin)).toBe('ignored');
    await expect(read(thin, { secret: 'whsec_other' })).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('that is null is ignored', async () => {
    expect(await read(null)).toBe('ignored');
  });

  it.each([
    ['of another secret', { secret: 'whsec_other' }],
    ['that is older than five minutes', { at: SECONDS - 301 }],
    ['that is dated more than five minutes ahead', { at: SECONDS + 301 }],
  ])('with a signature %s is refused', async (_, change) => {
    await expect(read(event(intent(ours)), change)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it.each([-299, 299])('with a signature that is %d seconds off is read', async (seconds) => {
    expect(await read(event(intent(ours)), { at: SECONDS + seconds })).toMatchObject({ id: '701' });
  });

  it('whose body was changed after it was signed, or that is not signed, is refused', async () => {
    const { headers, body } = signedEvent(event(intent(ours)), SECRET, SECONDS);
    const changed = Buffer.from(body.replace('701', '702'));
    for (const request of [
      { headers, body: changed, now: NOW },
      { headers: {}, body: Buffer.from(body), now: NOW },
    ]) {
      await expect(processor.parseCallback(request)).rejects.toMatchObject({ code: 'unauthorized' });
    }
  });

  it('is refused while there is no secret', async () => {
    await processor.close();
    processor = openStripe(stripe, { webhookSecret: undefined });
    await expect(read(event(intent(ours)))).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('the double', () => {
  it('sends its events signed: once, twice, reversed, forged, or not at all', async () => {
    const heard: (string | undefined)[] = [];
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const { headers } = request;
        const [endpoint] = stripe.events.endpoints.values();
        const listening = openStripe(stripe, { webhookSecret: endpoint?.secret });
        listening.parseCallback({ headers, body, now: new Date() }).then(
          (callback) => {
            heard.push(callback === 'ignored' || 'reference' in callback ? 'no attempt' : callback.id);
            response.writeHead(202).end();
          },
          () => response.writeHead(401).end(),
        );
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    stripe.events.addEndpoint({ url, api_version: null, metadata: {}, enabled_events: ['payment_intent.created'] });
    const create = (attempt: string): unknown => {
      return stripe.intents.create({ amount: '1', metadata: { ...ours, svc_attempt: attempt } });
    };
    for (const how of ['once', 'twice', 'reversed', 'forged', 'dropped'] as const) {
      create('00-1-1');
      create('00-1-2');
      const statuses = await stripe.events.deliver(how);
      heard.push(`${how} ${statuses.join(' ')}`);
    }
    receiver.close();
    expect(heard).toEqual([
      ...['1', '2', 'once 202 202', '1', '1', '2', '2', 'twice 202 202 202 202'],
      ...['2', '1', 'reversed 202 202', 'forged 401 401', 'dropped '],
    ]);
  });
});
