import { operations as consoleOperations } from '../generated/console/operations.js';
import { operations } from '../generated/operations.js';

/** The operations of `/v1` and those that only the console has. */
export const allOperations = { ...operations, ...consoleOperations };

export type AnyOperationId = keyof typeof allOperations;
