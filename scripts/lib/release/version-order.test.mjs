import { expect, it } from 'vitest';
import { compareVersions, mayBreak, stepFault } from './version-order.mjs';

it('orders versions as semver.org does', () => {
  const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11'];
  ordered.push('1.0.0-rc.1', '1.0.0', '1.0.2', '1.0.10', '1.2.0', '2.0.0');
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
  expect(compareVersions('1.0.0-rc.1', '1.0.0-rc.1')).toBe(0);
});

it.each([
  ['1.9.9', '2.0.0', true],
  ['1.9.9', '2.0.0-rc.1', true],
  ['2.0.0-rc.1', '2.0.0', true],
  ['1.0.0', '1.1.0', false],
  ['1.1.0-rc.1', '1.1.0', false],
])('%s may be broken by %s: %s', (from, to, expected) => {
  expect(mayBreak(from, to)).toBe(expected);
});

it.each([
  ['1.2.0', '1.1.9', false, '1.1.9 is older than 1.2.0'],
  ['1.2.0', '1.2.0-rc.1', false, '1.2.0-rc.1 is older than 1.2.0'],
  ['1.2.0', '1.3.0', true, '1.3.0 is no new major version after 1.2.0'],
  ['1.2.0', '1.2.0', true, undefined],
  ['1.2.0', '1.3.0', false, undefined],
  ['1.2.0', '2.0.0', true, undefined],
])('the step from %s to %s, with --major %s: %s', (current, version, major, expected) => {
  const fault = stepFault({ current, version, major });
  if (expected === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(expected);
});
