import consoleSerializers from '#console-serializers';
import serializers from '#serializers';
import type { AnyOperationId } from './all-operations.js';
import type { Output, Problem } from './schemas.js';

/**
 * Serializes a success by the contract, without other fields; '' when there is no body. Throws for a missing field, but
 * not for a value outside an enum: checkResponse finds those in test runs.
 */
export function serializeOutput<K extends AnyOperationId>(operationId: K, body: Output<K>): string {
  return (serializers[operationId] ?? consoleSerializers[operationId])?.(body) ?? '';
}

/** Serializes a problem as JSON. */
export function serializeProblem(problem: Problem): string {
  return serializers['problem']?.(problem) ?? '';
}

/** A file response. */
export interface FileOutput {
  readonly mediaType: string;
  readonly fileName: string;
  /** Its length in bytes. Sending fails if the content is longer or shorter. */
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** A message of a stream: the position, and an event; `data` is undefined for a position without an event. */
export interface StreamMessage {
  readonly id: string;
  readonly data: Buffer | undefined;
}

/** A stream response. */
export interface StreamOutput {
  /** The messages as they occur, until the signal aborts. */
  messages(ended: AbortSignal): AsyncIterable<StreamMessage>;
}
