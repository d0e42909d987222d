import type { ErrorObject } from 'ajv';
import { currencies } from '../generated/currencies.js';
import type { FieldError, FieldErrorCode } from './schemas.js';
import { pointerKey, pointerSegment } from './text.js';

/** The contract's limit of errors per response. */
const MAX_ERRORS = 50;

/** Not a keyword of a schema: a parameter that is sent more than once. */
const REPEATED = 'repeated';

const CODES: Readonly<Record<string, FieldErrorCode>> = {
  required: 'required',
  additionalProperties: 'unknown_field',
  type: 'wrong_type',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  minLength: 'too_short',
  minItems: 'too_short',
  minProperties: 'too_short',
  maxLength: 'too_long',
  maxItems: 'too_long',
  maxProperties: 'too_long',
  'x-max-bytes': 'too_long',
  'x-min-key-length': 'too_short',
  uniqueItems: 'duplicate',
  [REPEATED]: 'duplicate',
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const FORMATS: Readonly<Record<string, string>> = {
  cidr: 'must be a network in CIDR notation, such as 203.0.113.0/24 or 203.0.113.7/32',
  currency: 'must be the ISO 4217 code of an active currency, such as USD',
  'date-time': 'must be a time in ISO 8601 with its offset, such as 2026-11-01T00:00:00Z',
  email: 'must be an e-mail address',
  'http-url': 'must be an absolute URL, such as https://shop.example.com/svc',
};

/** Ajv's errors for a body in codes of the contract: the first error per pointer. */
export function bodyErrors(errors: readonly ErrorObject[]): FieldError[] {
  const byPointer = new Map<string, FieldError>();
  for (const error of errors) {
    const pointer = pointerOf(error);
    if (byPointer.size === MAX_ERRORS) break;
    if (!byPointer.has(pointer)) byPointer.set(pointer, { pointer, code: codeOf(error), detail: detailOf(error) });
  }
  return [...byPointer.values()];
}

/** The same for a query or headers, with parameter names instead of pointers. */
export function parameterErrors(errors: readonly ErrorObject[]): FieldError[] {
  return bodyErrors(errors.map(asRepetition)).map(asParameter);
}

/** A parameter that is sent twice arrives as a list, which no parameter is. */
function asRepetition(error: ErrorObject): ErrorObject {
  return error.keyword === 'type' && Array.isArray(error.data) ? { ...error, keyword: REPEATED } : error;
}

/** Turns a pointer into the parameter name that the client wrote: `metadata[orderId]`. */
export function asParameter({ pointer = '', code, detail }: FieldError): FieldError {
  const [name = '', ...keys] = pointer.slice(1).split('/').map(pointerKey);
  return { parameter: name + keys.map((key) => `[${key}]`).join(''), code, detail };
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, i, j }: Record<string, unknown> = params;
  if (keyword === 'required') return `${instancePath}/${pointerSegment(String(missingProperty))}`;
  if (keyword === 'additionalProperties') return `${instancePath}/${pointerSegment(String(additionalProperty))}`;
  if (keyword === 'uniqueItems') return `${instancePath}/${Math.max(Number(i), Number(j))}`;
  return instancePath;
}

function codeOf({ keyword, parentSchema }: ErrorObject): FieldErrorCode {
  // All schemas are from the contract, and the generator checks their x-error-code.
  const named = parentSchema?.['x-error-code'] as FieldErrorCode | undefined;
  return CODES[keyword] ?? named ?? 'invalid_format';
}

function detailOf({ data, keyword, params, parentSchema, message = 'is not valid' }: ErrorObject): string {
  const { allowedValues, format, i, j, limit, type }: Record<string, unknown> = params;
  const items = limit === 1 ? 'item' : 'items';
  const characters = limit === 1 ? 'character' : 'characters';
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not known here';
    case 'type':
      return `must be ${[type].flat().map(typeName).join(' or ')}`;
    case 'enum':
      return `must be one of ${[allowedValues].flat().join(', ')}`;
    case 'format':
    case 'pattern':
      return formatDetail(String(format ?? parentSchema?.['format']), data) ?? exampleDetail(parentSchema) ?? message;
    case 'uniqueItems':
      return `must not repeat item ${Math.min(Number(i), Number(j))}`;
    case 'minLength':
      return `must have at least ${limit} ${characters}`;
    case 'maxLength':
      return `must have at most ${limit} ${characters}`;
    case 'minItems':
      return `must have at least ${limit} ${items}`;
    case 'maxItems':
      return `must have at most ${limit} ${items}`;
    case REPEATED:
      return 'must be sent once';
    case 'minProperties':
      return `must have at least ${limit} ${limit === 1 ? 'key' : 'keys'}`;
    case 'maxProperties':
      return `must have at most ${limit} keys`;
    case 'x-min-key-length':
      return 'must not have an empty key';
    default:
      return message;
  }
}

function typeName(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type);
}

function formatDetail(format: string, data: unknown): string | undefined {
  const upper = format === 'currency' && typeof data === 'string' ? data.toUpperCase() : '';
  return upper !== data && Object.hasOwn(currencies, upper) ? `use upper case: ${upper}` : FORMATS[format];
}

function exampleDetail(schema: ErrorObject['parentSchema']): string | undefined {
  const [example] = (schema?.['examples'] ?? []) as readonly string[];
  return example === undefined ? undefined : `must have the form of ${example}`;
}
