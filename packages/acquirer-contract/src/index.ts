import { validators } from '#validators';
import type { components } from '../generated/types.js';

/** The shapes of openapi/acquirer.yaml. */
export type AcquirerSchemas = components['schemas'];

export { parseJson, readAnswer } from './strict-json.js';

/** Whether a value keeps to a schema of the acquirer's contract. */
export function isAcquirers<Name extends keyof AcquirerSchemas>(
  name: Name,
  value: unknown,
): value is AcquirerSchemas[Name] {
  return validators[name](value);
}

/** What is wrong with a value, by JSON pointer: the first that a schema of the acquirer's contract finds. */
export interface AcquirersMistake {
  readonly pointer: string;
  readonly kind: 'required' | 'type' | 'maxLength' | 'other';
  readonly detail: string;
}

/** Why a value does not keep to a schema of the acquirer's contract; undefined when it does. */
export function mistakeIn(name: keyof AcquirerSchemas, value: unknown): AcquirersMistake | undefined {
  const validate = validators[name];
  const [error] = validate(value) ? [] : (validate.errors ?? []);
  if (error === undefined) return undefined;
  const { keyword, instancePath, params, message = 'is not valid' } = error;
  if (keyword === 'required') {
    const { missingProperty } = params as { missingProperty: string };
    return { pointer: `${instancePath}/${missingProperty}`, kind: 'required', detail: 'is required' };
  }
  const kind = keyword === 'type' || keyword === 'maxLength' ? keyword : 'other';
  return { pointer: instancePath, kind, detail: message };
}
