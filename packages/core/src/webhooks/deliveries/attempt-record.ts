import type { AttemptRecord } from './delivery-outcomes.js';
import type { SendOutcome } from '../sending/sender.js';

/** An attempt as it is kept. */
export function attemptRecord(outcome: SendOutcome): AttemptRecord {
  if (outcome.kind === 'error') {
    const { durationMs, error, detail } = outcome;
    return { durationMs, statusCode: null, error, detail, responseExcerpt: null };
  }
  // Postgres has no NUL in texts.
  const responseExcerpt = outcome.responseExcerpt.replaceAll('\0', '\uFFFD');
  return { durationMs: outcome.durationMs, statusCode: outcome.statusCode, error: null, detail: null, responseExcerpt };
}
