import { validators } from '#validators';
import type { components } from '../generated/types.js';

/** The shapes of openapi/acquirer.yaml. */
export type AcquirerSchemas = components['schemas'];

/** Whether a value keeps to a schema of the acquirer's contract. */
export function isAcquirers<Name extends keyof AcquirerSchemas>(
  name: Name,
  value: unknown,
): value is AcquirerSchemas[Name] {
  return validators[name](value);
}
