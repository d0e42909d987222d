import { describe, expect, test } from 'vitest';
import { DnsSource } from '../dns/dns-source.js';
import { HostNames, type Names } from '../dns/host-names.js';
import { NameError } from '../dns/name-answer.js';
import { AddressPolicy } from './address-policy.js';
import { checkOutgoingUrl } from './outgoing-url.js';

const strict = new AddressPolicy({ allowedCidrs: [], allowInsecure: false });
const insecure = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
const resolvesTo = (...addresses: string[]): Names => ({
  addressesOf: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
});
const fails = (kind: 'absent' | 'timed_out'): Names => ({
  addressesOf: (name) => Promise.reject(new NameError(name, { kind })),
});
const doesNotResolve = fails('absent');

const check = (url: string, policy: AddressPolicy, names: Names) => checkOutgoingUrl(url, policy, names, '1');

describe('accepts unchanged', () => {
  test.each([
    'https://shop.example.com/webhooks',
    'https://shop.example.com',
    'HTTPS://Shop.Example.com:8443/a%20b?x=1&y=%23',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]:8443/hook',
    'https://bücher.example/',
    'https://shop.example.com./',
    'https://my_shop.example.com/',
  ])('%s', async (url) => {
    expect(await check(url, strict, resolvesTo('8.8.8.8', '2606:4700:4700::1111'))).toEqual({
      ok: true,
      url,
    });
  });

  test('a name that does not resolve', async () => {
    expect(await check('https://soon.example.com/', strict, doesNotResolve)).toMatchObject({ ok: true });
  });

  test('a name whose server does not respond', async () => {
    expect(await check('https://slow.example.com/', strict, fails('timed_out'))).toMatchObject({ ok: true });
  });
});

describe('row 23: refuses as invalid_format', () => {
  test.each([
    '',
    'shop.example.com/hook',
    '/hook',
    'https:shop.example.com',
    'https:/shop.example.com',
    'https:///shop.example.com',
    'https://',
    'https://?x',
    'https://shop.example.com:99999/',
    'https://shop.example.com:0/',
    'https://shop.example.com:x/',
    'https://[::1',
    'https://[fe80::1%25eth0]/',
    'https://256.1.1.1/',
    'https://a..b/',
    `https://${'a'.repeat(64)}.example.com/`,
    'https://shop.example.com/a b',
    ' https://shop.example.com/',
    'https://shop.example.com/\r\nX-Evil: 1',
    'https://shop.exam\tple.com/',
    'https://shop.example.com/\u0000',
    'https://shop.example.com\\@127.0.0.1/',
    'https://shop.example.com/\u00a0',
    'https://-.example.com/',
  ])('%j', async (url) => {
    expect(await check(url, strict, doesNotResolve)).toMatchObject({ ok: false, code: 'invalid_format' });
  });
});

describe('row 23: refuses as forbidden_url', () => {
  test.each([
    'http://shop.example.com/',
    'ftp://shop.example.com/',
    'javascript://shop.example.com/',
    'https://user:password@shop.example.com/',
    'https://user@shop.example.com/',
    'https://@shop.example.com/',
    'https://shop.example.com/#part',
    'https://shop.example.com/#',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://0x7f.0.0x0.1/',
    'https://１２７.０.０.１/',
    'https://127.0.0.1./',
    'https://0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://shop.localhost/',
    'https://localhost.localdomain/',
    'https://ip6-loopback/',
  ])('%j', async (url) => {
    expect(await check(url, strict, doesNotResolve)).toMatchObject({ ok: false, code: 'forbidden_url' });
  });

  test.each([
    ['one forbidden address', ['10.0.0.1']],
    ['a forbidden one among public ones', ['8.8.8.8', '2606:4700:4700::1111', '127.0.0.1']],
    ['the metadata address', ['169.254.169.254']],
    ['a mapped address', ['::ffff:10.0.0.1']],
  ])('a name that resolves to %s, without disclosing the address', async (_, addresses) => {
    const refused = await check('https://shop.example.com/', strict, resolvesTo(...addresses));
    expect(refused).toMatchObject({ ok: false, code: 'forbidden_url' });
    expect(JSON.stringify(refused)).not.toMatch(/10\.0\.0\.1|127\.0\.0\.1|169\.254/);
  });
});

describe('with allowInsecure', () => {
  test('localhost is accepted, whatever a name server responds', async () => {
    expect(await check('http://localhost:8080/', insecure, new HostNames(new DnsSource()))).toMatchObject({ ok: true });
  });

  test.each(['http://127.0.0.1:8080/hook', 'http://[::1]/', 'http://shop.example.com/', 'https://localhost/'])(
    '%s is accepted',
    async (url) => {
      expect(await check(url, insecure, resolvesTo('127.0.0.1'))).toEqual({ ok: true, url });
    },
  );

  test.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'ftp://127.0.0.1/', 'http://u:p@127.0.0.1/'])(
    '%s is refused',
    async (url) => {
      expect(await check(url, insecure, doesNotResolve)).toMatchObject({ ok: false, code: 'forbidden_url' });
    },
  );
});
