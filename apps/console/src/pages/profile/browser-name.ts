/** The tokens by which browsers name themselves. A later one also occurs in the text of an earlier one. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox on Linux`, from a User-Agent. One without a known name is shown as it is. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown';
  const find = (names: readonly (readonly [string, string])[]): string | undefined =>
    names.find(([token]) => userAgent.includes(token))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
