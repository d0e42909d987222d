import type { AttemptRecord } from './delivery-outcomes.js';
import type { SendOutcome } from '../sending/sender.js';

/** The attempt as it is stored. */
export function attemptRecord(outcome: SendOutcome): AttemptRecord {
  if (outcome.kind === 'error') {
    const { durationMs, error, detail } = outcome;
    return { durationMs, statusCode: null, error, detail, responseExcerpt: null };
  }
  // Postgres texts cannot contain NUL.
  const responseExcerpt = outcome.responseExcerpt.replaceAll('\0', '\uFFFD');
  return { durationMs: outcome.durationMs, statusCode: outcome.statusCode, error: null, detail: null, responseExcerpt };
}
