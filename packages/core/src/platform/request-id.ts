import { randomUUID } from 'node:crypto';

/** A name for one request, or one command of an operator, in its answer and in every log line about it. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
