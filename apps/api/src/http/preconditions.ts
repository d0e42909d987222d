import type { IncomingHttpHeaders } from 'node:http';
import type { OperationDescriptor } from '@svc/contract';
import { isUnmodified, requireIfMatch, requireMatch, type Preconditions } from '@svc/core';

interface Conditional {
  readonly headers: IncomingHttpHeaders;
}

export function preconditionsOf({ headers }: Conditional): Preconditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}

/**
 * Before a change. An operation that takes If-Match compares the version that it locks; none of the others acts on an
 * object that has one.
 */
export function requireChangeAllowed(request: Conditional, operation: OperationDescriptor): void {
  if (operation.method === 'GET' || operation.headers['If-Match'] !== undefined) return;
  requireMatch({ preconditions: preconditionsOf(request) }, null);
}

/** After a read of this version; null when the object has none. True when the reader has it already. */
export function alreadyRead(request: Conditional, operation: OperationDescriptor, version: number | null): boolean {
  if (operation.method !== 'GET') return false;
  const { ifMatch, ifNoneMatch } = preconditionsOf(request);
  requireIfMatch(ifMatch, version);
  return isUnmodified(ifNoneMatch, version);
}
