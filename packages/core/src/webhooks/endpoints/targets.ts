/** The origin and path of a POST. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

const MAX_KEPT = 10_000;

/** Parses URLs. Deliveries use the same ones again and again, so the results are cached. */
export class Targets {
  private readonly kept = new Map<string, Target>();

  /** Undefined for an invalid URL. */
  of(url: string): Target | undefined {
    const known = this.kept.get(url);
    if (known !== undefined) return known;
    if (!URL.canParse(url)) return undefined;
    const { origin, pathname, search } = new URL(url);
    const target = { origin, path: pathname + search };
    const [longestKept] = this.kept.keys();
    if (this.kept.size >= MAX_KEPT && longestKept !== undefined) this.kept.delete(longestKept);
    this.kept.set(url, target);
    return target;
  }
}
