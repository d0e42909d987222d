import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { sign, type DeliveryToSign } from './testing.js';
import { verify, type VerifyOptions, type WebhookHeaders, type WebhookVerificationCode } from './webhooks.js';

const SECRET = 'correct-horse-battery-staple';
const body = JSON.stringify({
  id: 'evt_1',
  type: 'payment.completed',
  created: '2026-11-21T09:00:00.000Z',
  data: { id: 'pay_1', metadata: { name: 'Zoë 🐝' } },
});

const hex = (secret: string, text = body) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

/** Signs as Standard Webhooks do, without our code. */
function standard(secret: string, sentAt = new Date(), text = body): Record<string, string> {
  const signer = secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret), { format: 'raw' });
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signer.sign('evt_1', sentAt, text),
  };
}

async function refusal(
  headers: WebhookHeaders,
  options?: VerifyOptions,
  { rawBody = body, secret = SECRET }: { rawBody?: unknown; secret?: string } = {},
): Promise<WebhookVerificationCode | undefined> {
  const error: unknown = await verify(rawBody as string, headers, secret, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return (error as { code?: WebhookVerificationCode } | undefined)?.code;
}

describe('verify', () => {
  it('signs the body once, however many signatures a stranger sends', async () => {
    const sign = vi.spyOn(crypto.subtle, 'sign');
    const signature = Array.from({ length: 2_600 }, () => 'v1,AA').join(' ');
    expect(await refusal({ ...standard('another secret'), 'webhook-signature': signature }, { tolerance: 60 })).toBe(
      'signature_mismatch',
    );
    expect(sign).toHaveBeenCalledOnce();
    sign.mockRestore();
  });

  it.each([
    ['Svc-Signature', { 'Svc-Signature': hex(SECRET) }],
    ['Svc-Signature without its prefix, in capitals', { 'svc-signature': hex(SECRET).slice(7).toUpperCase() }],
    ['Svc-Signature-Next', { 'Svc-Signature': hex('the old secret'), 'Svc-Signature-Next': hex(SECRET) }],
    ['webhook-signature', standard(SECRET)],
    ['Headers of fetch', new Headers({ 'Svc-Signature': hex(SECRET) })],
    ['headers with several values', { 'svc-signature': [hex(SECRET)], 'set-cookie': ['a', 'b'], other: undefined }],
  ] satisfies [string, WebhookHeaders][])('returns the event with headers as %s', async (_, headers) => {
    await expect(verify(body, headers, SECRET)).resolves.toEqual(JSON.parse(body));
  });

  it.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['a part of a larger buffer', Buffer.from(`xx${body}xx`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('takes the body as %s', async (_, rawBody) => {
    await expect(verify(rawBody, { 'svc-signature': hex(SECRET) }, SECRET)).resolves.toMatchObject({ id: 'evt_1' });
  });

  it('knows secrets that the service has made, in both schemes', async () => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    await expect(verify(body, { 'svc-signature': hex(secret) }, secret)).resolves.toBeDefined();
    await expect(verify(body, standard(secret), secret)).resolves.toBeDefined();
  });

  it('takes a secret that only looks like one of those as it stands', async () => {
    const secret = 'whsec_not base64!';
    const headers = standard(secret.replace('whsec_', 'whsec-'));
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    headers['webhook-signature'] = `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
    await expect(verify(body, headers, secret)).resolves.toBeDefined();
  });

  it('takes either secret of a rotation, and either of those that it is handed', async () => {
    const [older, newer] = [standard('the old secret'), standard('the new secret')];
    const both = { ...older, 'webhook-signature': `${older['webhook-signature']} ${newer['webhook-signature']}` };
    for (const secret of ['the old secret', 'the new secret']) {
      await expect(verify(body, both, secret)).resolves.toBeDefined();
      await expect(verify(body, { 'svc-signature': hex(secret) }, ['another', secret])).resolves.toBeDefined();
    }
  });

  it('passes on kinds of events that it does not know', async () => {
    const text = '{"id":"evt_2","type":"payment.tickled","created":"","data":{}}';
    const event = await verify(text, { 'svc-signature': hex(SECRET, text) }, SECRET);
    expect(event.type).toBe('payment.tickled');
  });
});

describe('verify refuses', () => {
  it('another secret, and a body with one changed byte', async () => {
    const headers = { 'svc-signature': hex(SECRET), ...standard(SECRET) };
    expect(await refusal(headers, {}, { secret: 'another secret' })).toBe('signature_mismatch');
    expect(await refusal(headers, {}, { rawBody: body.replace('evt_1', 'evt_2') })).toBe('signature_mismatch');
  });

  it.each([
    ['none', {}],
    ['a bad one', { 'svc-signature': 'sha256=00', 'webhook-signature': 'v1,%% v2,AAAA v1' }],
  ])('a request with %s', async (_, headers) => {
    expect(await refusal(headers)).toBe('signature_missing');
  });

  it('a body that was parsed, and says how to keep it raw', async () => {
    const headers = { 'svc-signature': hex(SECRET) };
    expect(await refusal(headers, {}, { rawBody: JSON.parse(body) as unknown })).toBe('body_not_raw');
    await expect(verify({} as string, headers, SECRET)).rejects.toThrow(/express\.raw/);
  });

  it('with a tolerance: what is older, what is ahead, what does not sign its time', async () => {
    const at = (seconds: number) => standard(SECRET, new Date(Date.now() + seconds * 1000));
    const tolerance = 300;
    expect(await refusal(at(-200), { tolerance })).toBeUndefined();
    expect(await refusal(at(-400), { tolerance })).toBe('timestamp_out_of_tolerance');
    expect(await refusal(at(+400), { tolerance })).toBe('timestamp_out_of_tolerance');
    expect(await refusal({ 'svc-signature': hex(SECRET) }, { tolerance })).toBe('signature_missing');
    const moved = { ...at(-400), 'webhook-timestamp': at(0)['webhook-timestamp'], 'svc-signature': hex(SECRET) };
    expect(await refusal(moved, { tolerance })).toBe('signature_mismatch');
    expect(await refusal(at(-400))).toBeUndefined();
  });

  it('a signed body that is no JSON', async () => {
    expect(await refusal({ 'svc-signature': hex(SECRET, 'hello') }, {}, { rawBody: 'hello' })).toBe('body_not_json');
  });

  it.each([[''], [[]], [[SECRET, '']], [undefined]])('to work with %j as its secret', async (secret) => {
    const headers = { 'svc-signature': hex('') };
    await expect(verify(body, headers, secret as string)).rejects.toThrow(TypeError);
  });

  it.each([
    [300],
    [null],
    [{ tolerence: 300 }],
    [{ tolerance: '300' }],
    [{ tolerance: Number.NaN }],
    [{ tolerance: -1 }],
  ])('to work with %j as its options', async (options) => {
    const call = verify(body, { 'svc-signature': hex(SECRET) }, SECRET, options as VerifyOptions);
    await expect(call).rejects.toThrow(/^The options of verify are/);
  });
});

it.each([
  [{ secret: undefined }, /^sign needs the secret/],
  [{ nextSecret: null }, /^sign needs the secret/],
  [{ timestamp: new Date() }, /^timestamp must be/],
  [{ timestamp: null }, /^timestamp must be/],
  [{ timestamp: 1e21 }, /^timestamp must be/],
  [{ body: { id: 'evt_1' } }, /^body must be/],
  [{ body: undefined }, /^body must be/],
  [{ eventId: 7 }, /^eventId must be/],
  [{ eventId: null }, /^eventId must be/],
  [{ timestmp: 1 }, /^There is no option "timestmp"/],
])('sign does not work with %j', async (wrong, reason) => {
  const delivery = { body, secret: SECRET, ...wrong } as DeliveryToSign;
  const refusal: unknown = await sign(delivery).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(TypeError);
  expect((refusal as TypeError).message).toMatch(reason);
});

it('sign does not work without a delivery', async () => {
  await expect(sign(body as never)).rejects.toThrow(/^The options of sign must be an object/);
});
