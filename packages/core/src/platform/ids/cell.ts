import { base62 } from './base62.js';

/** Numbers of accounts and of environments that a cell has: see schema/functions/cells.sql. */
const NUMBER_BITS = 21;

/** The largest number of an environment: an integer of Postgres. */
export const LARGEST_ENVIRONMENT = 2 ** 31 - 1;

/** A cell as two characters, in keys, paths and references: by them a proxy finds the cell of a request. */
export function cellCode(cell: number): string {
  return base62(cell, 2);
}

/** The cell that an environment was created in. */
export function cellOfEnvironment(environmentId: number): number {
  return environmentId >>> NUMBER_BITS;
}
