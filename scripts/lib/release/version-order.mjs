// The order of semantic versions, and what a step from one to the next may change.

/** Negative if `one` is older than `other`, by the rules of semver.org. */
export function compareVersions(one, other) {
  const [a, b] = [parse(one), parse(other)];
  for (const [at, part] of a.core.entries()) if (part !== b.core[at]) return part - b.core[at];
  if (a.early.length === 0 || b.early.length === 0) return b.early.length - a.early.length;
  for (const [at, part] of a.early.entries()) {
    if (at >= b.early.length) return 1;
    if (part !== b.early[at]) return comparePart(part, b.early[at]);
  }
  return a.early.length - b.early.length;
}

/** Whether clients of `from` must expect that `to` breaks them: a new major version, and all before its first release. */
export function mayBreak(from, to) {
  const [a, b] = [parse(from), parse(to)];
  return b.core[0] > a.core[0] || (a.early.length > 0 && a.core[1] === 0 && a.core[2] === 0);
}

/** Why the next version cannot follow the current one; undefined if it can. */
export function stepFault({ current, version, major }) {
  if (compareVersions(version, current) < 0) return `${version} is older than ${current}, the version in package.json.`;
  if (!major || version === current || mayBreak(current, version)) return undefined;
  return `${version} is no new major version after ${current}. Choose one, or leave out --major.`;
}

/** Numbers come before words. */
function comparePart(one, other) {
  const [a, b] = [one, other].map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
  if (a !== undefined && b !== undefined) return a - b;
  if (a === undefined && b === undefined) return one < other ? -1 : 1;
  return a === undefined ? 1 : -1;
}

function parse(version) {
  const dash = version.indexOf('-');
  const core = (dash === -1 ? version : version.slice(0, dash)).split('.').map(Number);
  return { core, early: dash === -1 ? [] : version.slice(dash + 1).split('.') };
}
