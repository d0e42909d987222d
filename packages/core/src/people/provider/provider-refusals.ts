import { DomainError } from '../../platform/errors/domain-error.js';

/** Codes of openid-client for a provider that does not answer as one. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);
const WRONG_TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

/** What went wrong at the identity provider, in plain words. */
export function refusalOf(error: unknown, name: string): DomainError {
  if (error instanceof DomainError) return error;
  const { code, status = 0, error: oauthError } = partsOf(error);
  if (status >= 500) return unreachable(name, error);
  // The provider refuses by the protocol: in the address of the callback, or when the code is exchanged.
  if (oauthError === 'invalid_grant') return expired();
  if (oauthError !== undefined) return denied(name, oauthError);
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return denied(name, 'invalid_client');
  if (isUnanswered(error, code)) return unreachable(name, error);
  if (code === WRONG_TIME) return clocksDiffer(name);
  return invalidAnswer(name, error);
}

export function unreachable(name: string, cause?: unknown): DomainError {
  const detail = `${name} does not answer as expected. Try again later.`;
  return new DomainError('provider_unavailable', detail, { cause });
}

export function invalidAnswer(name: string, cause?: unknown): DomainError {
  return new DomainError('provider_answer_invalid', `The response of ${name} is not valid for this sign-in.`, {
    cause,
  });
}

export function expired(): DomainError {
  const detail = 'This sign-in has expired, was used already, or began in another browser. Start again.';
  return new DomainError('provider_request_expired', detail);
}

function denied(name: string, error: string): DomainError {
  const known = /^[a-z_]{1,50}$/.test(error) ? error : 'unknown error';
  return new DomainError('provider_denied', `${name} has refused the sign-in: ${known}.`);
}

export function clocksDiffer(name: string): DomainError {
  const detail = `The clocks of ${name} and of this service differ. Ask the operator to synchronize them.`;
  return new DomainError('provider_answer_invalid', detail);
}

export function notAskedAgain(name: string): DomainError {
  return new DomainError('provider_answer_invalid', `${name} did not ask you to sign in again.`);
}

export function hidesSignInTime(name: string): DomainError {
  const detail = `${name} does not say when you signed in. Ask the operator to add the claim auth_time.`;
  return new DomainError('provider_answer_invalid', detail);
}

function isUnanswered(error: unknown, code: string | undefined): boolean {
  if (code !== undefined && NO_ANSWER.has(code)) return true;
  // `fetch` throws a TypeError if there is no connection, and a DOMException after the time limit.
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

function partsOf(error: unknown): { readonly code?: string; readonly status?: number; readonly error?: string } {
  if (typeof error !== 'object' || error === null) return {};
  return {
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('status' in error && typeof error.status === 'number' ? { status: error.status } : {}),
    ...('error' in error && typeof error.error === 'string' ? { error: error.error } : {}),
  };
}
