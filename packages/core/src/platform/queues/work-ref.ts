import { LARGEST_ENVIRONMENT } from '../ids/cell.js';

/** A row as a queue names it: by ids alone. It is all that Redis ever holds of a row. */
export interface WorkRef {
  readonly environmentId: number;
  readonly id: string;
  /** The endpoint that a delivery goes to, so that a worker knows without looking whether it may go there now. */
  readonly webhookId?: string;
  /** The event that a delivery carries: by its age it tells where the event is stored. */
  readonly eventId?: string;
}

/** Ids are as large as a bigint of Postgres. */
export const LARGEST_ID = 2n ** 63n - 1n;
// Each number as it is written here: a row by any other name is met in Postgres, but missed where it is looked up by its name.
const ID = '(0|[1-9]\\d{0,18})';
const SHAPE = new RegExp(`^(0|[1-9]\\d{0,9})-${ID}(?:-${ID}(?:-${ID})?)?$`);

export function encodeWorkRef({ environmentId, id, webhookId, eventId }: WorkRef): string {
  const delivery = webhookId === undefined ? [] : [webhookId, ...(eventId === undefined ? [] : [eventId])];
  return [environmentId, id, ...delivery].join('-');
}

/** The rows that a job's data names; anything that is no reference is left out, since Redis is not trusted. */
export function decodeWorkRefs(data: unknown): WorkRef[] {
  const refs = (data as { refs?: unknown } | null)?.refs;
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref: unknown) => (typeof ref === 'string' ? (decodeWorkRef(ref) ?? []) : []));
}

/** The row that a text names; undefined when it names none. */
export function decodeWorkRef(text: string): WorkRef | undefined {
  const [, environmentId, id, webhookId, eventId] = SHAPE.exec(text) ?? [];
  if (environmentId === undefined || id === undefined || Number(environmentId) > LARGEST_ENVIRONMENT) return undefined;
  if ([id, eventId].some((each) => each !== undefined && BigInt(each) > LARGEST_ID)) return undefined;
  return {
    environmentId: Number(environmentId),
    id,
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(eventId === undefined ? {} : { eventId }),
  };
}
