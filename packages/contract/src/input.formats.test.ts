import { describe, expect, it } from 'vitest';
import type { OperationId } from '../generated/operations.js';
import { parseInput, type ParsedInput } from './input.js';

const amount = { value: 1000, currency: 'USD' };
const key = { name: 'Order service', scopes: ['payments:read'] };
const webhook = { url: 'https://shop.example.com/hooks', events: ['payment.completed'] };

function parse(operationId: OperationId, body: unknown, params = {}): ParsedInput<OperationId> {
  return parseInput(operationId, { params, query: {}, headers: {}, body });
}

function bodyErrors(operationId: OperationId, body: unknown, params = {}): string[] {
  const parsed = parse(operationId, body, params);
  return parsed.ok ? [] : parsed.errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('an endpoint URL', () => {
  it.each([
    'https://shop.example.com',
    'HTTPS://Shop.Example.com:8443/a?x=1',
    'http://localhost:8080/',
    'https://[::1]/',
  ])('may have the form %s', (url) => {
    expect(bodyErrors('createWebhook', { ...webhook, url })).toEqual([]);
  });

  it.each([
    ...['', 'shop.example.com', 'ftp://shop.example.com/', 'https:/shop.example.com', 'https://', 'https:///hook'],
    ...['https://?x', ' https://shop.example.com', 'https://shop.example.com/a b', 'https:\\\\shop.example.com\\hook'],
  ])('must not be %j', (url) => {
    const parsed = parse('createWebhook', { ...webhook, url });
    const detail = 'must be an absolute URL, such as https://shop.example.com/svc';
    expect(parsed).toMatchObject({ ok: false, errors: [{ pointer: '/url', code: 'invalid_format', detail }] });
    expect(bodyErrors('updateWebhook', { url }, { webhookId: 'wh_1' })).toEqual(['/url invalid_format']);
  });
});

describe('a network', () => {
  const networks = (...allowedCidrs: string[]): string[] => bodyErrors('createApiKey', { ...key, allowedCidrs });

  it('may be IPv4 or IPv6 in any notation', () => {
    expect(networks('0.0.0.0/0', '203.0.113.7/32', '::/0', '2001:db8::/32', '1:2:3:4:5:6:7:8/128')).toEqual([]);
    expect(networks('::ffff:203.0.113.7/128', '1:2:3:4:5:6:7::/112', 'FE80::/10')).toEqual([]);
  });

  it.each([
    ...['', '10.0.0.0', '10.0.0/8', '256.0.0.0/8', '010.0.0.0/8', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/8/8'],
    ...['abcd/12', '2001:db8::/129', '2001:db8::', 'fe80::1%eth0/64', 'localhost/8', ' 10.0.0.0/8'],
  ])('must not be %j', (network) => {
    expect(networks(network)).toEqual(['/allowedCidrs/0 invalid_format']);
    const changes = { allowedCidrs: [network] };
    expect(bodyErrors('updateApiKey', changes, { keyId: 'key_1' })).toEqual(['/allowedCidrs/0 invalid_format']);
  });
});

describe('metadata', () => {
  it('must not have an empty key', () => {
    const parsed = parse('createPayment', { amount, metadata: { '': 1 } });
    const error = { pointer: '/metadata', code: 'too_short', detail: 'must not have an empty key' };
    expect(parsed).toMatchObject({ ok: false, errors: [error] });
    const changed = bodyErrors('updatePayment', { metadata: { '': null } }, { paymentId: 'pay_1' });
    expect(changed).toEqual(['/metadata too_short']);
  });

  it('may have an empty key in a nested object', () => {
    expect(bodyErrors('createPayment', { amount, metadata: { a: { '': 1 } } })).toEqual([]);
  });
});

describe('a pattern', () => {
  it('is explained by the example of the contract', () => {
    const method = { type: 'card', processorToken: 'tok_1', last4: '424' };
    expect(parse('createPaymentMethod', method, { customerId: 'cust_1' })).toMatchObject({
      errors: [{ pointer: '/last4', code: 'invalid_format', detail: 'must have the form of 4242' }],
    });
  });
});
