import { Resolver } from 'node:dns';
import { expect, test } from 'vitest';
import { parseNameServer } from './resolv-conf.js';

test.each(['10.0.0.2', '10.0.0.2:5353', '2001:db8::2', '[2001:db8::2]', '[2001:db8::2]:5353'])(
  '%s is accepted, also by c-ares',
  (text) => {
    expect(parseNameServer(text)).toBe(text);
    new Resolver().setServers([text]);
  },
);

test.each(['', 'ns.example.com', '10.0.0.2:', '10.0.0.2:0', '10.0.0.2:65536', '10.0.0:53', '[10.0.0.2]:53', '[::1'])(
  '%j is rejected',
  (text) => {
    expect(() => parseNameServer(text)).toThrow('expected addresses of name servers');
  },
);
