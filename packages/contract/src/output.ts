import serializers from '#serializers';
import type { OperationId } from '../generated/operations.js';
import type { Output, Problem } from './schemas.js';

/**
 * Writes a successful answer as JSON, with the fields of the contract and no others; '' when it has no body.
 * A missing field throws. A value outside an enum does not: that is what checkResponse is for, in test runs.
 */
export function serializeOutput<K extends OperationId>(operationId: K, body: Output<K>): string {
  return serializers[operationId]?.(body) ?? '';
}

/** Writes a problem as JSON. */
export function serializeProblem(problem: Problem): string {
  return serializers['problem']?.(problem) ?? '';
}
