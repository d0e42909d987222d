import { createHmac, timingSafeEqual } from 'node:crypto';
import { isAcquirers, type AcquirerSchemas } from '@svc/acquirer-contract';
import { DomainError } from '../platform/errors/domain-error.js';
import { decodeWorkRef } from '../platform/queues/work-ref.js';
import type { CallbackRequest, ProcessorCallback } from './payment-processor.js';

const TOLERANCE_S = 300;

/**
 * Reads a callback as openapi/acquirer.yaml has it, signed in the way of Standard Webhooks under one of the keys. Throws
 * `unauthorized` when it is not the acquirer's, `malformed_json` when it says nothing that is understood.
 */
export function readCallback(request: CallbackRequest, keys: readonly Buffer[]): ProcessorCallback {
  if (!isSigned(request, keys)) throw new DomainError('unauthorized', 'The signature of the callback does not fit.');
  const change = parseChange(request.body);
  const attempt = decodeWorkRef(change.reference);
  if (attempt === undefined)
    throw new DomainError('malformed_json', 'The callback names no operation of this service.');
  return { ...attempt, operation: change.operation };
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
  let change: unknown;
  try {
    change = JSON.parse(body.toString('utf8'));
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
  if (isAcquirers('OperationChange', change)) return change;
  throw new DomainError('malformed_json', 'The body is no change of an operation.');
}
