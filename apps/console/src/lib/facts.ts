/** Something about an object that a page shows as text. */
export interface Fact {
  readonly label: string;
  /** Null if there is nothing to say. */
  readonly text: string | null;
  /** The address of what it names, below the mode. */
  readonly path?: string;
  readonly isCopyable?: boolean;
}

/** What is different, in words: `Status: pending, now completed`. */
export function changesBetween(before: readonly Fact[], after: readonly Fact[]): string[] {
  const earlier = new Map(before.map(({ label, text }) => [label, text]));
  const later = new Map(after.map(({ label, text }) => [label, text]));
  const labels = [...new Set([...earlier.keys(), ...later.keys()])];
  return labels
    .filter((label) => (earlier.get(label) ?? null) !== (later.get(label) ?? null))
    .map((label) => `${label}: ${earlier.get(label) ?? 'nothing'}, now ${later.get(label) ?? 'nothing'}`);
}

/** Each entry of metadata as a fact. */
export function metadataFacts(metadata: Readonly<Record<string, unknown>>): Fact[] {
  return Object.entries(metadata).map(([label, value]) => ({
    label,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
