/** Where a POST goes: to which server, and what it asks of it. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

const MAX_KEPT = 10_000;

/** Takes URLs apart. Deliveries go to the same ones over and over, so those that came last are kept as they were read. */
export class Targets {
  private readonly kept = new Map<string, Target>();

  /** Undefined for what is no URL. */
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
