import { MAX_ENVIRONMENT_ID } from '../ids.js';

/** A row as queues refer to it. Redis stores nothing else about a row. */
export interface WorkRef {
  readonly environmentId: number;
  readonly id: string;
  /** The endpoint of a delivery: a worker can check its limits without a query. */
  readonly webhookId?: string;
  /** The event of a delivery: its id tells the age, and so where the event is stored. */
  readonly eventId?: string;
}

export const MAX_REFS_PER_JOB = 50;
/** The maximum of a Postgres bigint. */
export const MAX_ID = 2n ** 63n - 1n;
const MAX_ID_DIGITS = String(MAX_ID).length;
// Only the canonical spelling: Postgres would find a row by another spelling, but lookups by the text would miss it.
const ID = '(0|[1-9]\\d{0,18})';
const SHAPE = new RegExp(`^(0|[1-9]\\d{0,9})-${ID}(?:-${ID}(?:-${ID})?)?$`);

export function encodeWorkRef({ environmentId, id, webhookId, eventId }: WorkRef): string {
  const delivery = webhookId === undefined ? [] : [webhookId, ...(eventId === undefined ? [] : [eventId])];
  return [environmentId, id, ...delivery].join('-');
}

/** Returns the rows of a job. Invalid references are dropped, since Redis is not trusted. */
export function decodeWorkRefs(data: unknown): WorkRef[] {
  const refs = (data as { refs?: unknown } | null)?.refs;
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref: unknown) => (typeof ref === 'string' ? (decodeWorkRef(ref) ?? []) : []));
}

/** Parses a reference; undefined if it is invalid. */
export function decodeWorkRef(text: string): WorkRef | undefined {
  const [, environmentId, id, webhookId, eventId] = SHAPE.exec(text) ?? [];
  if (environmentId === undefined || id === undefined || Number(environmentId) > MAX_ENVIRONMENT_ID) return undefined;
  if (isTooLarge(id) || (eventId !== undefined && isTooLarge(eventId))) return undefined;
  return {
    environmentId: Number(environmentId),
    id,
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(eventId === undefined ? {} : { eventId }),
  };
}

function isTooLarge(id: string): boolean {
  return id.length === MAX_ID_DIGITS && BigInt(id) > MAX_ID;
}
