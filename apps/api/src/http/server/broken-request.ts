import type { IncomingMessage } from 'node:http';
import type { DomainError } from '@svc/core';

const broken = new WeakMap<IncomingMessage, DomainError>();

/** Notes that no more of a request will come, and tells who reads it. */
export function breakOff(request: IncomingMessage, problem: DomainError): void {
  broken.set(request, problem);
  if (request.listenerCount('error') > 0) request.emit('error', problem);
}

/** Why no more of the request will come; undefined while it may. */
export function brokenOff(request: IncomingMessage): DomainError | undefined {
  return broken.get(request);
}
