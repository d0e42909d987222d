/** Times of single requests, kept whole, so that every percentile is exact. */
export class Latencies {
  private readonly times: number[] = [];

  add(milliseconds: number): void {
    this.times.push(milliseconds);
  }

  get count(): number {
    return this.times.length;
  }

  /** The times below which the given shares (0..1) of all requests lie, in milliseconds; 0 when there are none. */
  percentiles(shares: readonly number[]): number[] {
    const sorted = Float64Array.from(this.times).sort();
    return shares.map((share) => {
      const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
      return Math.round((sorted[rank] ?? 0) * 100) / 100;
    });
  }
}
