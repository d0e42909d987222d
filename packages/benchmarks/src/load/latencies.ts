/** Durations of all requests, for exact percentiles. */
export class Latencies {
  private readonly times: number[] = [];

  add(milliseconds: number): void {
    this.times.push(milliseconds);
  }

  get count(): number {
    return this.times.length;
  }

  /** The percentiles for shares from 0 to 1 in milliseconds; 0 without requests. */
  percentiles(shares: readonly number[]): number[] {
    const sorted = Float64Array.from(this.times).sort();
    return shares.map((share) => {
      const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
      return Math.round((sorted[rank] ?? 0) * 100) / 100;
    });
  }
}
