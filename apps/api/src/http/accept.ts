import { DomainError } from '@svc/core';
import type { Request } from 'express';

const PROBLEM = 'application/problem+json';

/** Throws when the sender takes nothing that is answered: the types of the operation's success, or a problem. */
export function requireAccepted(request: Request, answerTypes: readonly string[]): void {
  const { accept } = request.headers;
  const types = answerTypes.length === 0 ? ['application/json'] : answerTypes;
  if (accept === undefined || accept === '*/*' || types.includes(accept)) return;
  if (request.accepts([...types, PROBLEM]) !== false) return;
  throw new DomainError('not_acceptable', `Answers are ${types.join(' or ')}.`);
}
