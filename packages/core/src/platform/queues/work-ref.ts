/** A row as a queue names it: by ids alone. It is all that Redis ever holds of a row. */
export interface WorkRef {
  readonly environmentId: number;
  readonly id: string;
  /** The endpoint that a delivery goes to, so that a worker knows without looking whether it may go there now. */
  readonly webhookId?: string;
}

const LARGEST_ID = 2n ** 63n - 1n;
const SHAPE = /^(\d{1,9})-(\d{1,19})(?:-(\d{1,19}))?$/;

export function encodeWorkRef({ environmentId, id, webhookId }: WorkRef): string {
  return webhookId === undefined ? `${environmentId}-${id}` : `${environmentId}-${id}-${webhookId}`;
}

/** The rows that a job's data names; anything that is no reference is left out, since Redis is not trusted. */
export function decodeWorkRefs(data: unknown): WorkRef[] {
  const refs = (data as { refs?: unknown } | null)?.refs;
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref: unknown) => (typeof ref === 'string' ? (decodeWorkRef(ref) ?? []) : []));
}

/** The row that a text names; undefined when it names none. */
export function decodeWorkRef(text: string): WorkRef | undefined {
  const [, environmentId, id, webhookId] = SHAPE.exec(text) ?? [];
  if (environmentId === undefined || id === undefined || BigInt(id) > LARGEST_ID) return undefined;
  return { environmentId: Number(environmentId), id, ...(webhookId === undefined ? {} : { webhookId }) };
}
