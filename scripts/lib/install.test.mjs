import { describe, expect, it } from 'vitest';
import { matches } from './install.mjs';

describe('matches', () => {
  const wanted = {
    '': { name: 'svc-payments' },
    'packages/core': { version: '0.1.0' },
    'node_modules/@svc/core': { resolved: 'packages/core', link: true },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/darwin-only': { version: '1.0.0', optional: true },
  };
  const installed = {
    'node_modules/@svc/core': { resolved: 'packages/core', link: true },
    'node_modules/pg': { version: '8.23.1' },
  };

  it('accepts what npm installed, without packages of other platforms', () => {
    expect(matches(wanted, installed)).toBe(true);
  });

  it.each([
    ['a package in another version', { ...installed, 'node_modules/pg': { version: '8.0.0' } }],
    ['a package that is missing', { 'node_modules/@svc/core': { link: true } }],
    ['a workspace that is not linked', { ...installed, 'node_modules/@svc/core': { version: '0.1.0' } }],
    ['nothing', {}],
  ])('refuses %s', (_, found) => {
    expect(matches(wanted, found)).toBe(false);
  });
});
