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

/** Signs a callback with the library of Standard Webhooks. */
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
    ['signed with the new secret', signed(change, { by: Buffer.alloc(32, 9) })],
    ['5 minutes old', signed(change, secondsOff(-300))],
    ['5 minutes ahead', signed(change, secondsOff(300))],
  ])('%s returns the attempt and the operation', (_what, callback) => {
    expect(read(callback)).toEqual({ environmentId: 12, id: '701', operation: 'authorize' });
  });

  it('is accepted with one valid signature among several', () => {
    const { headers, body } = signed(change);
    const many = `v1,${Buffer.alloc(32).toString('base64')} v1a,ed25519 ${headers['webhook-signature'] ?? ''}`;
    expect(read({ headers: { ...headers, 'webhook-signature': many }, body })).toMatchObject({ id: '701' });
  });

  const good = signed(change);
  it.each([
    ['signed with another secret', signed(change, { by: otherKey })],
    ['over 5 minutes old', signed(change, secondsOff(-301))],
    ['over 5 minutes ahead', signed(change, secondsOff(301))],
    ['with other bytes', { ...good, body: Buffer.from(good.body.toString().replace('701', '702')) }],
    ['with another id', { ...good, headers: { ...good.headers, 'webhook-id': 'msg_2' } }],
    ['with another timestamp', { ...good, headers: { ...good.headers, 'webhook-timestamp': '1795253401' } }],
    ['without a signature', { ...good, headers: { ...good.headers, 'webhook-signature': '' } }],
    ['without headers', { ...good, headers: {} }],
  ])('%s is unauthorized', (_what, callback) => {
    expect(() => read(callback)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  });

  it.each([
    ['that is not JSON', 'approved'],
    ['with a duplicate member', `{"status":"declined",${JSON.stringify(change).slice(1)}`],
    ['with a duplicate member in another spelling', `{"st\\u0061tus":"declined",${JSON.stringify(change).slice(1)}`],
  ])('%s is malformed', (_what, content) => {
    expect(() => read(signed(content))).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });

  it.each([
    ['without an operation', { ...change, operation: undefined }, '/operation', 'required'],
    ['with an unknown status', { ...change, status: 'settled' }, '/status', 'invalid_format'],
    ['with a number as reference', { ...change, reference: 12 }, '/reference', 'wrong_type'],
    ['with a reference that is too long', { ...change, reference: 'a'.repeat(65) }, '/reference', 'too_long'],
    ['that is a list', [change], '', 'wrong_type'],
    ['with a foreign reference', { ...change, reference: 'somebody-elses' }, '/reference', 'not_found'],
    ['with a suffix after the reference', { ...change, reference: '00-12-701-1' }, '/reference', 'not_found'],
    ['with the reference of another cell', { ...change, reference: '01-12-701' }, '/reference', 'not_found'],
    ['with a reference without a cell', { ...change, reference: '12-701' }, '/reference', 'not_found'],
    ['with a leading zero in the reference', { ...change, reference: '00-12-0701' }, '/reference', 'not_found'],
    ['with an id out of range', { ...change, reference: '00-12-9999999999999999999' }, '/reference', 'not_found'],
  ])('%s is invalid at a pointer', (_what, content, pointer, code) => {
    const errors = [expect.objectContaining({ pointer, code }) as object];
    expect(() => read(signed(content))).toThrow(expect.objectContaining({ code: 'validation_failed', errors }));
  });

  it('lists all errors', () => {
    const errors = [
      { pointer: '/operation', code: 'required', detail: 'is required' },
      { pointer: '/status', code: 'required', detail: 'is required' },
      { pointer: '/reference', code: 'wrong_type', detail: 'must be string' },
    ].map((error) => expect.objectContaining(error) as object);
    const told = expect.objectContaining({ errors: expect.arrayContaining(errors) as unknown });
    expect(() => read(signed({ reference: 1 }))).toThrow(told as Error);
  });
});
