/** A row as a queue names it: the environment and the id. It is all that Redis ever holds of a row. */
export interface WorkRef {
  readonly environmentId: number;
  readonly id: string;
}

const LARGEST_ID = 2n ** 63n - 1n;
const SHAPE = /^(\d{1,9})-(\d{1,19})$/;

export function encodeWorkRef(ref: WorkRef): string {
  return `${ref.environmentId}-${ref.id}`;
}

/** The rows that a job's data names; anything that is no reference is left out, since Redis is not trusted. */
export function decodeWorkRefs(data: unknown): WorkRef[] {
  const refs = (data as { refs?: unknown } | null)?.refs;
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref: unknown) => (typeof ref === 'string' ? (decodeWorkRef(ref) ?? []) : []));
}

/** The row that a text names; undefined when it names none. */
export function decodeWorkRef(text: string): WorkRef | undefined {
  const [, environmentId, id] = SHAPE.exec(text) ?? [];
  if (environmentId === undefined || id === undefined || BigInt(id) > LARGEST_ID) return undefined;
  return { environmentId: Number(environmentId), id };
}
