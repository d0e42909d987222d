import type { FieldError, ProblemCode } from '@svc/contract';

export interface DomainErrorOptions {
  readonly errors?: FieldError[];
  /** Further members of the problem, as defined by the contract. */
  readonly members?: Record<string, unknown>;
  readonly retryAfterSeconds?: number;
  /** The underlying error; logged, never returned. */
  readonly cause?: unknown;
}

/** An error that is returned to the client: a problem code of the contract, and a detail without internals. */
export class DomainError extends Error {
  readonly errors: FieldError[] | undefined;
  readonly members: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    options: DomainErrorOptions = {},
  ) {
    super(`${code}: ${detail}`, { cause: options.cause });
    this.name = 'DomainError';
    this.errors = options.errors;
    this.members = options.members ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** 422 for a request that matches the contract, but conflicts with the state or with another of its fields. */
export function validationFailed(detail: string, ...errors: FieldError[]): DomainError {
  return new DomainError('validation_failed', detail, { errors });
}

/** The request may succeed a moment later. */
export function temporarilyUnavailable(cause?: unknown): DomainError {
  return new DomainError('unavailable', 'The service is temporarily unavailable. Try again.', { cause });
}

/** Returns the reason of a connection error. One that failed at every address of a host has only a code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return error.message || (typeof code === 'string' ? code : error.name);
}
