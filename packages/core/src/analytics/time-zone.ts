const DAY_MS = 86_400_000;

/** What the clocks of one place show. Instants are milliseconds since the Unix epoch. */
export class TimeZone {
  private constructor(private readonly format: Intl.DateTimeFormat) {}

  /** The zone of that name in the IANA database; undefined when there is none. */
  static named(name: string): TimeZone | undefined {
    try {
      const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
      const time = { minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: name } as const;
      return new TimeZone(new Intl.DateTimeFormat('en-US', { ...fields, ...time }));
    } catch {
      return undefined;
    }
  }

  /** What the clocks show at an instant, as if it were UTC. */
  wallAt(instant: number): number {
    const fields = new Map(this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes): number => fields.get(type) ?? 0;
    const date = [read('year'), read('month') - 1, read('day')] as const;
    const millisecond = ((instant % 1_000) + 1_000) % 1_000;
    return Date.UTC(...date, read('hour'), read('minute'), read('second'), millisecond);
  }

  /** The first instant at which the clocks show this; where they skip it, the one at which they do so. */
  instantOf(wall: number): number {
    const before = this.wallAt(wall - DAY_MS) - (wall - DAY_MS);
    const after = this.wallAt(wall + DAY_MS) - (wall + DAY_MS);
    return [wall - before, wall - after].find((instant) => this.wallAt(instant) === wall) ?? wall - before;
  }
}
