import { DomainError } from '@svc/core';
import type { Request } from 'express';

/**
 * Throws when the sender takes none of the media types. Where a success has no body there are none, and any Accept will do.
 * Problems do not count: they are application/problem+json whatever Accept says.
 */
export function requireAccepted(request: Request, mediaTypes: readonly string[]): void {
  const { accept } = request.headers;
  if (mediaTypes.length === 0 || accept === undefined || accept === '*/*' || mediaTypes.includes(accept)) return;
  if (request.accepts([...mediaTypes]) !== false) return;
  throw new DomainError('not_acceptable', `The answer is ${mediaTypes.join(' or ')}, which Accept does not allow.`);
}
