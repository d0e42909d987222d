const KEY = 'svc.console.times';

export type ShownTimes = 'utc' | 'local';

/** Whether times are shown in UTC or as the clocks of this machine show them. */
export function shownTimes(): ShownTimes {
  return read() === 'local' ? 'local' : 'utc';
}

/** Chooses how this browser shows times from now on. */
export function showTimes(times: ShownTimes): void {
  try {
    localStorage.setItem(KEY, times);
  } catch {
    // A browser that keeps nothing shows UTC.
  }
}

/** The time zone of all times that the pages show. */
export function shownZone(): string {
  return shownTimes() === 'local' ? localZone() : 'UTC';
}

/** The time zone of this machine. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
