import { describe, expect, it } from 'vitest';
import { ownPath } from './own-path.js';

describe('ownPath', () => {
  it.each(['/test/payments', '/live/payments/pay_1', '/test/payments?status=failed&cursor=a%2Fb', '/live/audit-log'])(
    'accepts %s',
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  it.each([
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/test/../../pay/x',
    '/test//evil.example',
    '/sign-in',
    'javascript:alert(1)',
    '/testing',
    '/test/payments#x',
  ])('replaces %s', (path) => {
    expect(ownPath(path)).toBe('/test/overview');
  });
});
