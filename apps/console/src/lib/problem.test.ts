import { ApiError, ConnectionError, SvcError, type Problem } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf, InvalidField, mayPass, outcomeOf, withoutSession } from './problem.js';

function refusal(status: number, code = 'conflict'): ApiError {
  return new ApiError({ status, headers: new Headers() }, { status, code } as Problem);
}

/** As the client library throws it for a request with a key. */
function keyed<Failure extends SvcError>(error: Failure): Failure {
  error.idempotencyKey = 'key';
  return error;
}

describe('outcomeOf', () => {
  it.each([
    [undefined, new InvalidField('/amount', 'Enter an amount.')],
    [undefined, new ConnectionError('A read has no key.')],
    ['unknown', keyed(new ConnectionError('No answer.'))],
    ['unknown', keyed(new SvcError('Not JSON.', 'invalid_response', { status: 200, headers: new Headers() }))],
    ['unknown', keyed(refusal(503))],
    ['unknown', keyed(refusal(408))],
    ['unknown', keyed(refusal(409, 'idempotency_in_progress'))],
    ['not done', keyed(refusal(409))],
    ['not done', keyed(refusal(422))],
    [undefined, keyed(refusal(401))],
    [undefined, keyed(refusal(403))],
    [undefined, keyed(refusal(429))],
  ] as const)('is %s for %s', (outcome, error) => {
    expect(outcomeOf(error)).toBe(outcome);
  });
});

it.each([
  [true, new ConnectionError('No answer.')],
  [true, refusal(502)],
  [true, refusal(429)],
  [false, refusal(404)],
  [false, refusal(403)],
])('mayPass is %s for %s', (expected, error) => {
  expect(mayPass(error)).toBe(expected);
});

it('a form without a session says what to do, and every other refusal stays as it is', () => {
  expect(failureOf(withoutSession(refusal(401, 'unauthorized'))).message).toContain('Sign in, then send it again.');
  const wrong = refusal(401, 'wrong_credentials');
  expect(withoutSession(wrong)).toBe(wrong);
});
