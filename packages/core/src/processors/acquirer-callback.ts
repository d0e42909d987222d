import { createHmac, timingSafeEqual } from 'node:crypto';
import { isAcquirers, mistakesIn, parseJson, type AcquirerSchemas } from '@svc/acquirer-contract';
import type { FieldError } from '@svc/contract';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { ownReference } from './own-reference.js';
import type { CallbackRequest, ProcessorCallback } from './payment-processor.js';

const TOLERANCE_S = 300;

const CODES = { required: 'required', type: 'wrong_type', maxLength: 'too_long', other: 'invalid_format' } as const;

/**
 * Reads a callback, signed by Standard Webhooks with one of the keys. Throws `unauthorized` for an invalid signature,
 * and `malformed_json` or `validation_failed` for an invalid body.
 */
export function readCallback(request: CallbackRequest, keys: readonly Buffer[]): ProcessorCallback {
  if (!isSigned(request, keys)) throw new DomainError('unauthorized', 'The signature of the callback is invalid.');
  const change = parseChange(request.body);
  const attempt = ownReference(change.reference);
  if (attempt === undefined) throw namesNothing();
  return { ...attempt, operation: change.operation };
}

/** The error for a callback about an unknown reference. */
export function namesNothing(): DomainError {
  return invalid({ pointer: '/reference', code: 'not_found', detail: 'is not an operation of this service' });
}

/** The error for a callback with another operation than its reference. */
export function namesAnother(operation: ProcessorCallback['operation']): DomainError {
  return invalid({
    pointer: '/operation',
    code: 'not_found',
    detail: `is not the operation of the reference, which is ${operation}`,
  });
}

function isSigned({ headers, body, now }: CallbackRequest, keys: readonly Buffer[]): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((part) => headers[`webhook-${part}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const given = signatures.split(' ').flatMap((signature) => (signature.startsWith('v1,') ? [signature.slice(3)] : []));
  const fits = keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    return given.some((signature) => isSame(signature, expected));
  });
  return fits && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= TOLERANCE_S;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseChange(body: Buffer): AcquirerSchemas['OperationChange'] {
  const parsed = parseJson(body);
  if (parsed === undefined) {
    throw new DomainError('malformed_json', 'The body is not valid JSON in UTF-8, or it contains a field twice.');
  }
  const { value } = parsed;
  if (isAcquirers('OperationChange', value)) return value;
  const mistakes = mistakesIn('OperationChange', value);
  throw invalid(...mistakes.map(({ pointer, kind, detail }) => ({ pointer, code: CODES[kind], detail })));
}

function invalid(...errors: FieldError[]): DomainError {
  return validationFailed('The body is not a valid callback.', ...errors);
}
