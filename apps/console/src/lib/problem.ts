import { ApiError, SvcError } from '@svc/sdk';

/** What is wrong with single fields, by their JSON pointer. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What the page says about a failed request. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Whether the request log has the request. */
  readonly isLogged: boolean;
  readonly fields: FieldErrors;
  /** What somebody else has changed since the person saw it. */
  readonly changes: readonly string[];
}

/** A value of a form that cannot be sent. */
export class InvalidField extends Error {
  constructor(
    readonly pointer: string,
    readonly detail: string,
  ) {
    super('Correct the marked field.');
  }
}

/** A refusal of an operation that only the console has. The request log is about the API. */
export class ConsoleRefusal extends ApiError {}

/** The service refused to change an object, since somebody else has changed it. */
export class ChangedSince extends Error {
  constructor(
    readonly refusal: unknown,
    readonly changes: readonly string[],
  ) {
    super('The object has changed.');
  }
}

/**
 * What a failure says about a request with an idempotency key: whether the service has carried it out is unknown, or it has not
 * done so, with no attempt. Undefined for what says nothing about earlier attempts: a refusal for now, or nothing was sent.
 */
export function outcomeOf(error: unknown): 'unknown' | 'not done' | undefined {
  if (!(error instanceof SvcError) || error.idempotencyKey === undefined) return undefined;
  if (!(error instanceof ApiError)) return 'unknown';
  if ([401, 403, 429].includes(error.status)) return undefined;
  const mayBeDone = error.status >= 500 || error.status === 408 || error.code === 'idempotency_in_progress';
  return mayBeDone ? 'unknown' : 'not done';
}

/** Says of a form that was refused without a session what to do. What says so stays after the sign-in. */
export function withoutSession(error: unknown): unknown {
  if (failureOf(error).code !== 'unauthorized') return error;
  return new Error('Nothing was done, because the session had ended. Sign in, then send it again.');
}

/** Whether the same request may succeed later without any change. */
export function mayPass(error: unknown): boolean {
  const { status, code } = failureOf(error);
  return (
    status === undefined || status === 408 || status === 429 || status >= 500 || code === 'idempotency_in_progress'
  );
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ChangedSince) return { ...failureOf(error.refusal), changes: error.changes };
  if (error instanceof SvcError) {
    const { code, status, requestId, fieldErrors } = error;
    const problem = 'problem' in error ? (error.problem as { detail?: string } | undefined) : undefined;
    return {
      message: problem?.detail ?? error.message,
      code,
      status,
      requestId,
      isLogged: requestId !== undefined && status !== 401 && !(error instanceof ConsoleRefusal),
      fields: Object.fromEntries(
        fieldErrors.map(({ pointer, parameter, detail }) => [pointer ?? parameter ?? '', detail]),
      ),
      changes: [],
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const fields = error instanceof InvalidField ? { [error.pointer]: error.detail } : {};
  return {
    message,
    code: 'connection_failed',
    status: undefined,
    requestId: undefined,
    isLogged: false,
    fields,
    changes: [],
  };
}

/** The error of a field, or of a part of it. */
export function errorAt(fields: FieldErrors, pointer: string): string | undefined {
  return Object.entries(fields).find(([at]) => at === pointer || at.startsWith(`${pointer}/`))?.[1];
}

/** Whether the password was right, and a code of an authenticator app is missing. */
export function asksForCode(error: unknown): boolean {
  return failureOf(error).code === 'second_factor_required';
}

/** What is wrong with the code of an authenticator app, after the password was right. */
export function codeError(error: unknown): string | undefined {
  const { code, message } = failureOf(error);
  return code === 'wrong_credentials' ? message : undefined;
}

/** Whether the state of the object does not allow it, or has changed since it was read. */
export function isConflict(error: unknown): boolean {
  const { status, code } = failureOf(error);
  return status === 412 || (status === 409 && code !== 'idempotency_in_progress');
}
