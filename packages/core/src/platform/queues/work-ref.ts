import { MAX_ENVIRONMENT_ID, MAX_ID } from '../ids.js';

/** A row as queues refer to it. Redis stores nothing else about a row. */
export interface WorkRef {
  readonly environmentId: number;
  readonly id: string;
  /** The endpoint of a delivery: a worker can check its limits without a query. */
  readonly webhookId?: string;
  /** The event of a delivery: its id tells the age, and so where the event is stored. */
  readonly eventId?: string;
  /** The processor of a payment or refund, as payments store it: a worker can limit its calls without a query. */
  readonly processor?: string;
}

/** A row that a commit made due. */
export interface CommittedRef extends WorkRef {
  /** How long after the commit it is due, in milliseconds; at once without it. */
  readonly dueInMs?: number;
}

export const MAX_REFS_PER_JOB = 50;
const MAX_ID_DIGITS = String(MAX_ID).length;
// Only the canonical spelling: Postgres would find a row by another spelling, but lookups by the text would miss it.
const ID = '(0|[1-9]\\d{0,18})';
const PROCESSOR = `[a-z]{1,20}(?::${ID.replace('(', '(?:')})?`;
const SHAPE = new RegExp(`^(0|[1-9]\\d{0,9})-${ID}(?:-${ID}(?:-${ID})?|-(${PROCESSOR}))?$`);

export function encodeWorkRef({ environmentId, id, webhookId, eventId, processor }: WorkRef): string {
  if (processor !== undefined) return `${environmentId}-${id}-${processor}`;
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
  const [, environmentId, id, webhookId, eventId, processor] = SHAPE.exec(text) ?? [];
  if (environmentId === undefined || id === undefined || Number(environmentId) > MAX_ENVIRONMENT_ID) return undefined;
  if (isTooLarge(id) || (eventId !== undefined && isTooLarge(eventId))) return undefined;
  return {
    environmentId: Number(environmentId),
    id,
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(eventId === undefined ? {} : { eventId }),
    ...(processor === undefined ? {} : { processor }),
  };
}

function isTooLarge(id: string): boolean {
  return id.length === MAX_ID_DIGITS && BigInt(id) > MAX_ID;
}
