import { describe, expect, test } from 'vitest';
import { candidates, parseResolvConf } from './resolv-conf.js';

const parse = (text: string, environment: NodeJS.ProcessEnv = {}, machine = 'host') =>
  parseResolvConf(text, environment, machine);

describe('candidates, in order', () => {
  // What getaddrinfo of glibc 2.36 queried with the same resolv.conf when the server knew no name.
  test.each([
    ['shop', 'search a.test b.test', ['shop.a.test', 'shop.b.test', 'shop']],
    ['www.shop', 'search a.test b.test', ['www.shop', 'www.shop.a.test', 'www.shop.b.test']],
    ['www.shop', 'search a.test\noptions ndots:2', ['www.shop.a.test', 'www.shop']],
    ['shop', 'search a.test\noptions ndots:0', ['shop', 'shop.a.test']],
    ['shop', 'domain a.test', ['shop.a.test', 'shop']],
    ['shop', 'domain a.test\nsearch b.test', ['shop.b.test', 'shop']],
    ['shop', 'search b.test\ndomain a.test', ['shop.a.test', 'shop']],
    ['shop', 'search .', ['shop']],
    ['shop', 'search a.test .', ['shop.a.test', 'shop']],
    ['shop.', 'search a.test', ['shop.']],
    ['www.shop.', 'search a.test\noptions ndots:5', ['www.shop.']],
    ['shop', '# search x.test\n; search y.test\n search z.test', ['shop']],
    ['shop', 'options ndots:3 timeout:1\nsearch a.test', ['shop.a.test', 'shop']],
  ])('%j with %j', (name, text, expected) => {
    expect(candidates(name, parse(text))).toEqual(expected);
  });

  test('default to the domain of the machine', () => {
    expect(parse('', {}, 'host.corp.test').search).toEqual(['corp.test']);
    expect(parse('', {}, 'host').search).toEqual([]);
  });

  test('the environment overrides the file', () => {
    const text = 'search a.test\noptions ndots:2';
    expect(parse(text, { LOCALDOMAIN: 'b.test c.test', RES_OPTIONS: 'ndots:4 no-aaaa' }, 'host')).toEqual({
      search: ['b.test', 'c.test'],
      ndots: 4,
      noAaaa: true,
    });
  });

  test('ndots is at most 15', () => {
    expect(parse('options ndots:99').ndots).toBe(15);
  });
});
