import type { FieldError, ProblemCode } from '@svc/contract';

export interface DomainErrorOptions {
  /** What is wrong with single fields of the request. */
  readonly errors?: FieldError[];
  /** Further members of the problem, as the contract names them. */
  readonly members?: Record<string, unknown>;
  /** When the client should try again, in seconds. */
  readonly retryAfterSeconds?: number;
  /** What really happened; logged, never answered. */
  readonly cause?: unknown;
}

/** The one error that a client is told about: a code of the contract, and a detail fit for the client's eyes. */
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

/** What an error of a connection says. One that failed at every address of a host has a code alone. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return error.message || (typeof code === 'string' ? code : error.name);
}
