import { SvcError } from '@svc/sdk';

/** What the page says about a failed request. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** What is wrong with single fields, by their JSON pointer. */
  readonly fields: Readonly<Record<string, string>>;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof SvcError) {
    const { code, status, requestId, fieldErrors } = error;
    const problem = 'problem' in error ? (error.problem as { detail?: string } | undefined) : undefined;
    return {
      message: problem?.detail ?? error.message,
      code,
      status,
      requestId,
      fields: Object.fromEntries(
        fieldErrors.map(({ pointer, parameter, detail }) => [pointer ?? parameter ?? '', detail]),
      ),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message, code: 'connection_failed', status: undefined, requestId: undefined, fields: {} };
}

/** Whether the state of the object does not allow it, or has changed since it was read. */
export function isConflict(error: unknown): boolean {
  const { status, code } = failureOf(error);
  return status === 412 || (status === 409 && code !== 'idempotency_in_progress');
}
