import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { readCallback } from './acquirer-callback.js';

const now = new Date('2026-11-21T09:30:00.000Z');
const key = Buffer.alloc(32, 5);
const otherKey = Buffer.alloc(32, 6);
const change = { reference: '00-12-701', operation: 'authorize', status: 'approved' };

interface Signed {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A callback as the library of Standard Webhooks signs it. */
function signed(content: unknown, { by = key, at = now }: { by?: Buffer; at?: Date } = {}): Signed {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by.toString('base64')).sign('msg_1', at, body),
  };
  return { headers, body: Buffer.from(body) };
}

const read = ({ headers, body }: Signed) => readCallback({ headers, body, now }, [key, Buffer.alloc(32, 9)]);
const secondsOff = (seconds: number) => ({ at: new Date(now.getTime() + seconds * 1_000) });

describe('a callback', () => {
  it.each([
    ['just signed', signed(change)],
    ['signed by the secret that is on its way in', signed(change, { by: Buffer.alloc(32, 9) })],
    ['5 minutes old', signed(change, secondsOff(-300))],
    ['5 minutes ahead', signed(change, secondsOff(300))],
  ])('%s names the attempt and the operation', (_what, callback) => {
    expect(read(callback)).toEqual({ environmentId: 12, id: '701', operation: 'authorize' });
  });

  it('is taken with one good signature among several', () => {
    const { headers, body } = signed(change);
    const many = `v1,${Buffer.alloc(32).toString('base64')} v1a,ed25519 ${headers['webhook-signature'] ?? ''}`;
    expect(read({ headers: { ...headers, 'webhook-signature': many }, body })).toMatchObject({ id: '701' });
  });

  const good = signed(change);
  it.each([
    ['signed by another secret', signed(change, { by: otherKey })],
    ['over 5 minutes old', signed(change, secondsOff(-301))],
    ['over 5 minutes ahead', signed(change, secondsOff(301))],
    ['with other bytes', { ...good, body: Buffer.from(good.body.toString().replace('701', '702')) }],
    ['with another id', { ...good, headers: { ...good.headers, 'webhook-id': 'msg_2' } }],
    ['with another timestamp', { ...good, headers: { ...good.headers, 'webhook-timestamp': '1795253401' } }],
    ['without a signature', { ...good, headers: { ...good.headers, 'webhook-signature': '' } }],
    ['without headers', { ...good, headers: {} }],
  ])('%s is nobody’s', (_what, callback) => {
    expect(() => read(callback)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  });

  it.each([
    ['that is no JSON', 'approved'],
    ['with a name twice', `{"status":"declined",${JSON.stringify(change).slice(1)}`],
    ['with a name twice that is written otherwise', `{"st\\u0061tus":"declined",${JSON.stringify(change).slice(1)}`],
  ])('%s says nothing', (_what, content) => {
    expect(() => read(signed(content))).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });

  it.each([
    ['without an operation', { ...change, operation: undefined }, '/operation', 'required'],
    ['with a status that there is not', { ...change, status: 'settled' }, '/status', 'invalid_format'],
    ['with a number for a name', { ...change, reference: 12 }, '/reference', 'wrong_type'],
    ['with a name that is too long', { ...change, reference: 'a'.repeat(65) }, '/reference', 'too_long'],
    ['that is a list', [change], '', 'wrong_type'],
    ['about no attempt of ours', { ...change, reference: 'somebody-elses' }, '/reference', 'not_found'],
    ['about an attempt with something behind it', { ...change, reference: '00-12-701-1' }, '/reference', 'not_found'],
    ['about an attempt of another cell', { ...change, reference: '01-12-701' }, '/reference', 'not_found'],
    ['about an attempt without its cell', { ...change, reference: '12-701' }, '/reference', 'not_found'],
    ['about an attempt with a zero before it', { ...change, reference: '00-12-0701' }, '/reference', 'not_found'],
    ['about an id that cannot be', { ...change, reference: '00-12-9999999999999999999' }, '/reference', 'not_found'],
  ])('%s says where it is wrong', (_what, content, pointer, code) => {
    const errors = [expect.objectContaining({ pointer, code }) as object];
    expect(() => read(signed(content))).toThrow(expect.objectContaining({ code: 'validation_failed', errors }));
  });

  it('says all that is wrong', () => {
    const errors = [
      { pointer: '/operation', code: 'required', detail: 'is required' },
      { pointer: '/status', code: 'required', detail: 'is required' },
      { pointer: '/reference', code: 'wrong_type', detail: 'must be string' },
    ].map((error) => expect.objectContaining(error) as object);
    const told = expect.objectContaining({ errors: expect.arrayContaining(errors) as unknown });
    expect(() => read(signed({ reference: 1 }))).toThrow(told as Error);
  });
});
