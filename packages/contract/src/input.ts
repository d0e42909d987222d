import { requestValidators as consoleValidators } from '#console-request-validators';
import { requestValidators } from '#request-validators';
import { allOperations, type AnyOperationId } from './all-operations.js';
import { findCardNumber } from './card-number.js';
import { asParameter, bodyErrors, parameterErrors } from './field-errors.js';
import type { OperationDescriptor } from './operation.js';
import type { FieldError, Input, RequestHeaders } from './schemas.js';
import { checkText } from './text.js';

/** A request from the HTTP server: strings in params, query and headers, and the parsed body or undefined. */
export interface RawInput {
  params: unknown;
  /** Flat, as simple query parsers produce it: `metadata[key]=value` is the parameter `metadata[key]`. */
  query: unknown;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

type FailureCode =
  | 'not_found'
  | 'invalid_header'
  | 'invalid_query'
  | 'card_number_refused'
  | 'validation_failed'
  | 'precondition_required';

export type ParsedInput<K extends AnyOperationId> =
  | { ok: true; input: Input<K> }
  | { ok: false; code: FailureCode; errors: FieldError[] };

type Failure = Extract<ParsedInput<AnyOperationId>, { ok: false }>;
const allValidators = { ...requestValidators, ...consoleValidators };
type Validators = NonNullable<(typeof requestValidators)[string]>;

const NAME_AND_KEY = /^([^[\]]+)\[(.+)\]$/s;

/**
 * Validates a request against the contract. A malformed id in the path is `not_found`. A body or headers that the
 * operation does not take are ignored.
 */
export function parseInput<K extends AnyOperationId>(operationId: K, raw: RawInput): ParsedInput<K> {
  const operation: OperationDescriptor = allOperations[operationId];
  const validators = allValidators[operationId];
  if (!validators) throw new Error(`No validators for ${operationId}`);

  const params = { ...asRecord(raw.params) };
  if (!validators.params(params)) return { ok: false, code: 'not_found', errors: [] };

  const given = headersOf(operation, raw.headers);
  if (!validators.headers(given)) {
    return { ok: false, code: 'invalid_header', errors: parameterErrors(validators.headers.errors ?? []) };
  }

  const query = readQuery(operation, asRecord(raw.query));
  if (!validators.query(query)) return invalidQuery(parameterErrors(validators.query.errors ?? []));
  const queryText = checkText(query);
  if (queryText) return invalidQuery([asParameter(queryText)]);

  const body = operation.hasBody ? raw.body : undefined;
  const failure = checkBody(operation, validators, body);
  if (failure) return failure;
  if (operation.preconditionRequired && given['If-Match'] === undefined) {
    return { ok: false, code: 'precondition_required', errors: [] };
  }

  const headers: RequestHeaders = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [operation.headers[name], value]),
  );
  const input: unknown = { params, query, headers, body };
  return { ok: true, input: input as Input<K> };
}

function checkBody(operation: OperationDescriptor, validators: Validators, body: unknown): Failure | null {
  if (body === undefined) {
    return operation.bodyRequired ? invalidBody([{ pointer: '', code: 'required', detail: 'is required' }]) : null;
  }
  // Checked first, because other errors repeat the keys of the body.
  const cardNumber = findCardNumber(body);
  if (cardNumber !== undefined) {
    const detail = 'must not hold the number of a payment card';
    return { ok: false, code: 'card_number_refused', errors: [{ pointer: cardNumber, code: 'invalid_text', detail }] };
  }
  const textError = checkText(body);
  if (textError) return invalidBody([textError]);
  if (validators.body && !validators.body(body)) return invalidBody(bodyErrors(validators.body.errors ?? []));
  return null;
}

/** The headers of the operation, by their names in the contract. */
function headersOf(operation: OperationDescriptor, headers: RawInput['headers']): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(operation.headers)
      .map((name) => [name, headers[name.toLowerCase()]] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/**
 * Converts query strings to the parameter types where they are in canonical form, and collects `name[key]` into
 * objects.
 */
function readQuery(operation: OperationDescriptor, query: Record<string, unknown>): Record<string, unknown> {
  const plain: [string, unknown][] = [];
  const objects = new Map<string, [string, unknown][]>();
  for (const [name, value] of Object.entries(query)) {
    const [, object = '', key = ''] = NAME_AND_KEY.exec(name) ?? [];
    if (operation.query[object] === 'object' && !key.includes('][')) {
      objects.set(object, [...(objects.get(object) ?? []), [key, value]]);
    } else {
      plain.push([name, readValue(operation.query[name], value)]);
    }
  }
  const gathered = [...objects].map(([name, entries]) => [name, Object.fromEntries(entries)] as const);
  // A parameter that is both a string and an object stays the string, which validation refuses.
  return Object.fromEntries([...gathered, ...plain]);
}

function readValue(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function invalidQuery(errors: FieldError[]): Failure {
  return { ok: false, code: 'invalid_query', errors };
}

function invalidBody(errors: FieldError[]): Failure {
  return { ok: false, code: 'validation_failed', errors };
}
