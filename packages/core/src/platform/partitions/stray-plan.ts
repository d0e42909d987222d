/** Ids from the first, included, to the last, not included. */
export interface Stretch {
  readonly fromId: bigint;
  readonly toId: bigint;
}

/** Rows of one week that lie in the default partition. */
export interface StrayWeek extends Stretch {
  readonly firstId: bigint;
  readonly lastId: bigint;
  readonly strays: bigint;
}

/**
 * How rows get out of the default partition: it becomes the partition of a stretch as it is, which is possible when it
 * holds nothing else, or the rows of a stretch are moved into a partition of their own.
 */
export type StrayStep = Stretch & { readonly how: 'becomes' | 'move' };

const MOST_WEEKS_BETWEEN = 4n;

/**
 * The next step; undefined when there is no stray row. `filling` are the weeks in which rows may come in meanwhile: where
 * they have no partition yet, they belong to what the default partition is to become, or get one of their own first.
 */
export function nextStrayStep(
  weeks: readonly StrayWeek[],
  partitions: readonly Stretch[],
  filling: readonly Stretch[],
): StrayStep | undefined {
  if (weeks.length === 0) return undefined;
  const zones = zonesOf(withUncovered(weeks, partitions, filling), partitions);
  const [smallest] = zones.toSorted((a, b) => Number(straysOf(a) - straysOf(b)));
  const first = smallest?.at(0);
  const last = smallest?.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const start = freeAround(first.firstId, first, partitions);
  if (zones.length > 1 || isDivided(first, last, partitions)) return { how: 'move', ...start };
  return { how: 'becomes', fromId: start.fromId, toId: freeAround(last.lastId, last, partitions).toId };
}

type Zone = readonly StrayWeek[];

function straysOf(zone: Zone): bigint {
  return zone.reduce((sum, { strays }) => sum + strays, 0n);
}

function withUncovered(
  weeks: readonly StrayWeek[],
  partitions: readonly Stretch[],
  filling: readonly Stretch[],
): StrayWeek[] {
  const taken = [...partitions, ...weeks];
  const uncovered = filling
    .filter(({ fromId, toId }) => !taken.some((other) => other.fromId < toId && other.toId > fromId))
    .map(({ fromId, toId }) => ({ fromId, toId, firstId: fromId, lastId: fromId, strays: 0n }));
  return [...weeks, ...uncovered].toSorted((a, b) => (a.fromId < b.fromId ? -1 : 1));
}

/** Weeks that lie together: no partition between them, and no long gap. */
function zonesOf(weeks: readonly StrayWeek[], partitions: readonly Stretch[]): Zone[] {
  return weeks.reduce<Zone[]>((zones, week) => {
    const zone = zones.at(-1) ?? [];
    const before = zone.at(-1);
    if (before === undefined || isFar(before, week) || isDivided(before, week, partitions)) return [...zones, [week]];
    return [...zones.slice(0, -1), [...zone, week]];
  }, []);
}

function isFar(before: StrayWeek, week: StrayWeek): boolean {
  return week.fromId - before.toId > MOST_WEEKS_BETWEEN * (week.toId - week.fromId);
}

function isDivided(before: StrayWeek, week: StrayWeek, partitions: readonly Stretch[]): boolean {
  return partitions.some(({ fromId }) => fromId > before.firstId && fromId <= week.lastId);
}

/** What of a stretch no partition has, around an id that none has. */
function freeAround(id: bigint, { fromId, toId }: Stretch, partitions: readonly Stretch[]): Stretch {
  const ends = partitions.map((partition) => partition.toId).filter((end) => end <= id);
  const starts = partitions.map((partition) => partition.fromId).filter((start) => start > id);
  return {
    fromId: ends.reduce((a, b) => (a > b ? a : b), fromId),
    toId: starts.reduce((a, b) => (a < b ? a : b), toId),
  };
}
