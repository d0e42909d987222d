import type { EventKind, Schemas } from '@svc/contract';

/** A type of events, all types of a resource such as `payment.*`, or `*` for all. */
export type EventSelector = Schemas['EventSelector'];

/** Whether one of the selectors includes a type. */
export function selects(selectors: readonly EventSelector[], type: EventKind): boolean {
  const accepted: readonly string[] = ['*', `${resourceOf(type)}.*`, type];
  return selectors.some((selector) => accepted.includes(selector));
}

/** SQL for `selects`, so that a list registered today includes types that are added later. */
export function selectsSql(selectors: string, type: string): string {
  return `${selectors} && ARRAY['*', split_part(${type}, '.', 1) || '.*', ${type}]`;
}

function resourceOf(type: EventKind): string {
  return type.slice(0, type.indexOf('.'));
}
