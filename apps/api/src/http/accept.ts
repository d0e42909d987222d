import { DomainError } from '@svc/core';
import type { Request } from 'express';

const ANSWERED = ['application/json', 'application/problem+json'];

/** Throws when the sender takes nothing that the API answers. */
export function requireJsonAccepted(request: Request): void {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  if (request.accepts(ANSWERED) === false) throw new DomainError('not_acceptable', 'Answers are application/json.');
}
