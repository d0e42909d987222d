import { requestValidators } from '#request-validators';
import { operations, type OperationId } from '../generated/operations.js';
import { bodyErrors, queryErrors } from './field-errors.js';
import type { OperationDescriptor } from './operation-descriptor.js';
import type { FieldError, Input } from './schemas.js';
import { checkText } from './text.js';

/** A request as the HTTP server hands it over: texts in params and query, a parsed body or undefined. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

export type ParsedInput<K extends OperationId> =
  | { ok: true; input: Input<K> }
  | { ok: false; code: 'not_found' | 'invalid_query' | 'validation_failed'; errors: FieldError[] };

type Failure = Extract<ParsedInput<OperationId>, { ok: false }>;

/**
 * Checks a request against the contract. A malformed id in the path is an object that does not exist. A body on an
 * operation without one is ignored.
 */
export function parseInput<K extends OperationId>(operationId: K, raw: RawInput): ParsedInput<K> {
  const operation: OperationDescriptor = operations[operationId];
  const validators = requestValidators[operationId];
  if (!validators) throw new Error(`No validators for ${operationId}`);

  const params = { ...asRecord(raw.params) };
  if (!validators.params(params)) return { ok: false, code: 'not_found', errors: [] };

  const query = readQuery(operation, asRecord(raw.query));
  if (!validators.query(query)) return invalidQuery(queryErrors(validators.query.errors ?? []));

  if (validators.body) {
    if (raw.body === undefined) return invalidBody([{ pointer: '', code: 'required', detail: 'is required' }]);
    const textError = checkText(raw.body);
    if (textError) return invalidBody([textError]);
    if (!validators.body(raw.body)) return invalidBody(bodyErrors(validators.body.errors ?? []));
  }
  const input: unknown = { params, query, body: validators.body ? raw.body : undefined };
  return { ok: true, input: input as Input<K> };
}

/** Query values are text; those of a typed parameter become its type, when they are written plainly. */
function readQuery(operation: OperationDescriptor, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, readValue(operation.query[name], value)]),
  );
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
