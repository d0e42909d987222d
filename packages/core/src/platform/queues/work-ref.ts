/** A row as a queue names it: the environment and the id. It is all that Redis ever holds of a row. */
export interface WorkRef {
  readonly environmentId: number;
  readonly id: string;
}

const SHAPE = /^(\d{1,9})-(\d{1,19})$/;

export function encodeWorkRef(ref: WorkRef): string {
  return `${ref.environmentId}-${ref.id}`;
}

/** The rows that a job's data names; anything that is no reference is left out, since Redis is not trusted. */
export function decodeWorkRefs(data: unknown): WorkRef[] {
  const refs = (data as { refs?: unknown } | null)?.refs;
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref: unknown) => {
    const match = typeof ref === 'string' ? SHAPE.exec(ref) : null;
    if (match?.[1] === undefined || match[2] === undefined) return [];
    return [{ environmentId: Number(match[1]), id: match[2] }];
  });
}
