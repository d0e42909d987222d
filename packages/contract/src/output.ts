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

/** A file as an operation answers it. */
export interface FileOutput {
  readonly mediaType: string;
  readonly fileName: string;
  /** Its length. A file that turns out longer or shorter is not sent to its end. */
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** A message of a stream: the position in the stream, and an event; undefined for the position alone. */
export interface StreamMessage {
  readonly id: string;
  readonly data: Buffer | undefined;
}

/** A stream as an operation answers it. */
export interface StreamOutput {
  /** The messages as they occur, until the signal ends them. */
  messages(ended: AbortSignal): AsyncIterable<StreamMessage>;
}
