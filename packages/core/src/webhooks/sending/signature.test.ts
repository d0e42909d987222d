import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { generateSecret, signingKey } from '../endpoints/secret-format.js';
import { signDelivery, type DeliveryToSign } from './signature.js';

const body = Buffer.from('{"id":"evt_1","type":"payment.completed","data":{"name":"Zoë"}}', 'utf8');

interface ToSign extends Partial<DeliveryToSign> {
  readonly secret?: string;
  readonly nextSecret?: string;
}

function sign({ secret = 'correct-horse-battery-staple', nextSecret, ...overrides }: ToSign = {}): Record<
  string,
  string
> {
  return signDelivery({
    body,
    key: signingKey(secret),
    nextKey: nextSecret === undefined ? undefined : signingKey(nextSecret),
    eventId: 'evt_1',
    mode: 'test',
    deliveryId: 'dlv_2',
    attempt: 1,
    timestamp: new Date(),
    ...overrides,
  });
}

/** HMAC-SHA256 from the bare hash, as in RFC 2104. */
function hmacSha256(key: Buffer, message: Buffer): Buffer {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const block = Buffer.alloc(64);
  (key.length > block.length ? sha256(key) : key).copy(block);
  const pad = (byte: number) => block.map((each) => each ^ byte);
  return sha256(Buffer.from(pad(0x5c)), sha256(Buffer.from(pad(0x36)), message));
}

test('the HMAC of this test is that of RFC 4231, case 2', () => {
  expect(hmacSha256(Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?')).toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

describe('signDelivery', () => {
  test('sends exactly these headers', () => {
    const timestamp = new Date('2026-11-21T09:00:00.999Z');
    expect(sign({ secret: 'Jefe-Jefe', attempt: 3, timestamp })).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Svc-Webhooks/1.0',
      'Svc-Signature': 'sha256=' + hmacSha256(Buffer.from('Jefe-Jefe'), body).toString('hex'),
      'Svc-Event-Id': 'evt_1',
      'Svc-Mode': 'test',
      'Svc-Delivery-Id': 'dlv_2',
      'Svc-Delivery-Attempt': '3',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1795251600',
      'webhook-signature':
        'v1,' +
        hmacSha256(Buffer.from('Jefe-Jefe'), Buffer.concat([Buffer.from('evt_1.1795251600.'), body])).toString(
          'base64',
        ),
    });
  });

  test('Svc-Signature uses the whole secret as UTF-8, including its prefix', () => {
    const secret = generateSecret();
    const expected = hmacSha256(Buffer.from(secret, 'utf8'), body).toString('hex');
    expect(sign({ secret })['Svc-Signature']).toBe(`sha256=${expected}`);
  });

  test('verifies with the standardwebhooks library and a generated secret', () => {
    const secret = generateSecret();
    expect(new Webhook(secret).verify(body, sign({ secret }))).toEqual(JSON.parse(body.toString('utf8')));
  });

  test('verifies with the standardwebhooks library and a secret chosen by the client', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 64 }), (secret) => {
        const verifier = new Webhook(new TextEncoder().encode(secret), { format: 'raw' });
        expect(verifier.verify(body, sign({ secret }))).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });

  test('signs arbitrary bytes', () => {
    const secret = generateSecret();
    const bytes = Buffer.from([0, 0xff, 0xfe, 0x0a]);
    const expected = hmacSha256(Buffer.from(secret), bytes).toString('hex');
    expect(sign({ secret, body: bytes })['Svc-Signature']).toBe(`sha256=${expected}`);
  });

  test('does not verify with one byte changed', () => {
    const secret = generateSecret();
    const changed = Buffer.from(body.toString('utf8').replace('evt_1', 'evt_2'));
    expect(() => new Webhook(secret).verify(changed, sign({ secret }))).toThrow('No matching signature');
  });
});

describe('during the overlap of a rotation', () => {
  const secret = generateSecret();
  const nextSecret = generateSecret();
  const headers = sign({ secret, nextSecret });

  test('Svc-Signature uses the old secret and Svc-Signature-Next the new one', () => {
    expect(headers['Svc-Signature']).toBe(sign({ secret })['Svc-Signature']);
    expect(headers['Svc-Signature-Next']).toBe(sign({ secret: nextSecret })['Svc-Signature']);
  });

  test('webhook-signature verifies with either', () => {
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(new Webhook(secret).verify(body, headers)).toBeDefined();
    expect(new Webhook(nextSecret).verify(body, headers)).toBeDefined();
    expect(() => new Webhook(generateSecret()).verify(body, headers)).toThrow('No matching signature');
  });
});
