import type { ErrorObject } from 'ajv';
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

/** One thing that is wrong with a value, by JSON pointer. */
export interface AcquirersMistake {
  readonly pointer: string;
  readonly kind: 'required' | 'type' | 'maxLength' | 'other';
  readonly detail: string;
}

/** Why a value does not keep to a schema of the acquirer's contract: one mistake for each place, none when it does. */
export function mistakesIn(name: keyof AcquirerSchemas, value: unknown): AcquirersMistake[] {
  const validate = validators[name];
  const all = validate(value) ? [] : (validate.errors ?? []).map(mistake);
  return all.filter(({ pointer }, index) => all.findIndex((other) => other.pointer === pointer) === index);
}

function mistake({ keyword, instancePath, params, message = 'is not valid' }: ErrorObject): AcquirersMistake {
  if (keyword === 'required') {
    const { missingProperty } = params as { missingProperty: string };
    return { pointer: `${instancePath}/${missingProperty}`, kind: 'required', detail: 'is required' };
  }
  const kind = keyword === 'type' || keyword === 'maxLength' ? keyword : 'other';
  return { pointer: instancePath, kind, detail: message };
}
