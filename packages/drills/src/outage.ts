import type { Trouble, TroubleKind } from './troubles.js';

/** The longest time without an acknowledged write that a trouble may cause, in seconds. */
const MAX_PAUSE_S: Readonly<Partial<Record<TroubleKind, number>>> = { kill: 30, cut: 30, separate: 30, switchover: 10 };

/** The troubles after which writes paused for too long. */
export function longPauses(
  troubles: readonly Pick<Trouble, 'kind' | 'from' | 'to' | 'writesPausedSeconds'>[],
): string[] {
  return troubles.flatMap(({ kind, from, to, writesPausedSeconds }) => {
    const most = MAX_PAUSE_S[kind] ?? Infinity;
    if (writesPausedSeconds <= most) return [];
    return [`writes paused for ${writesPausedSeconds} s, not at most ${most} s: ${kind}, ${from} -> ${to}`];
  });
}

/** The longest time without an acknowledged write between two moments, in seconds. */
export function longestPause(writes: readonly { readonly at: number }[], from: number, to: number): number {
  const times = writes.map(({ at }) => at).filter((at) => at > from && at < to);
  const moments = [from, ...times.sort((a, b) => a - b), to];
  const pauses = moments.slice(1).map((moment, n) => moment - (moments[n] ?? from));
  return inSeconds(Math.max(...pauses));
}

/** From the first to the last of these moments within the time, in seconds; 0 without any. */
export function span(moments: readonly number[], from: number, to: number): number {
  const within = moments.filter((moment) => moment >= from && moment <= to);
  return within.length === 0 ? 0 : inSeconds(Math.max(...within) - Math.min(...within));
}

function inSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
