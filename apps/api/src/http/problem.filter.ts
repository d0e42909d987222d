import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import {
  type AnyOperationId,
  type Problem,
  type ProblemCode,
  allOperations,
  problems,
  serializeProblem,
} from '@svc/contract';
import {
  CONFIG,
  type Config,
  DomainError,
  LOGGER,
  type Logger,
  isDatabaseAway,
  isDatabaseBusy,
  temporarilyUnavailable,
  traceId,
} from '@svc/core';
import type { Response } from 'express';
import { Admission } from './authentication.guard.js';
import { type ApiRequest, bearerToken } from './api-request.js';
import { brokenOff } from './server/request-head.js';
import { ContractCheck } from './contract-check.js';
import { endWithText } from './server/raw-problem.js';
import { problemType } from './public-url.js';
import {
  CHECKOUT_PAGE_PATH,
  PROCESSOR_CALLBACK_PATH,
  SANDBOX_ACTION_PATH,
  operationalPaths,
} from './operational-routes.js';

const routes = [
  ...Object.values(allOperations).map(({ method, path }) => ({ method, path })),
  ...operationalPaths.map((path) => ({ method: 'GET', path })),
  ...[SANDBOX_ACTION_PATH, CHECKOUT_PAGE_PATH].flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path }))),
  { method: 'POST', path: PROCESSOR_CALLBACK_PATH },
].map(({ method, path }) => ({
  // Express serves HEAD wherever it serves GET.
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}|:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`),
}));

/** The methods that a path supports; empty for an unknown path. */
function allowedMethods(path: string): string[] {
  return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
}

const RETRY_AFTER_S = 2;

/** Turns any error into a problem document without internal details. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ContractCheck) private readonly check: ContractCheck,
    private readonly admission: Admission,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    if (!isUnrouted(thrown)) {
      this.answer(this.understand(brokenOff(request) ?? thrown, request), request, response);
      return;
    }
    this.admitUnrouted(request, response)
      .then(
        () => noSuchRoute(request, response),
        (refusal: unknown) => this.understand(refusal, request),
      )
      .then((error) => this.answer(brokenOff(request) ?? error, request, response))
      .catch((failure: unknown) => {
        this.logger.error({ event: 'request_failed', ...named(request), err: failure }, 'a request failed');
        response.destroy();
      });
  }

  /** Under /v1, unknown addresses also check the key and count against the rate limit, and return its headers. */
  private async admitUnrouted(request: ApiRequest, response: Response): Promise<void> {
    if (/^\/v1(?:\/|$)/.test(request.path) && bearerToken(request) !== undefined) {
      await this.admission.admit(request, response);
    }
  }

  private answer(error: DomainError, request: ApiRequest, response: Response): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    request.problem = error.code;
    const json = serializeProblem(this.problem(error, request));
    const { status } = problems[error.code];
    try {
      this.check.answer(answeredOperation(error, request), status, json);
    } catch {
      // Reported where it was found; the client still gets the problem.
    }
    if (status === 401 && request.console === undefined) response.setHeader('WWW-Authenticate', 'Bearer');
    const retryAfter = error.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_S : undefined);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(json));
    endWithText(request, response, json);
  }

  private understand(thrown: unknown, request: ApiRequest): DomainError {
    if (thrown instanceof DomainError) return thrown;
    if (isDatabaseAway(thrown) || isDatabaseBusy(thrown)) {
      this.logger.warn({ event: 'database_away', ...named(request), err: thrown }, 'Postgres is away or busy');
      return temporarilyUnavailable(thrown);
    }
    this.logger.error({ event: 'request_failed', ...named(request), err: thrown }, 'a request failed');
    return new DomainError('internal', 'An internal error occurred.', { cause: thrown });
  }

  private problem(error: DomainError, request: ApiRequest): Problem {
    const { status, title } = problems[error.code];
    return {
      type: problemType(this.config, request.headers.host, request.socket, error.code),
      title,
      status,
      code: error.code,
      detail: error.detail,
      requestId: request.requestId,
      ...(error.errors === undefined || error.errors.length === 0 ? {} : { errors: error.errors }),
      ...error.members,
    };
  }
}

/** The refusals that only requests of the console get, for operations of /v1 too. */
const OF_CONSOLE: ReadonlySet<ProblemCode> = new Set(['step_up_required', 'session_changed']);

/** The operation whose contract has the problem. Those of /v1 do not have a refusal of the console, which comes before them. */
function answeredOperation({ code }: DomainError, { operationId }: ApiRequest): AnyOperationId | null {
  if (operationId === undefined) return null;
  const isOfConsole = OF_CONSOLE.has(code) && allOperations[operationId].authentication === 'key';
  return isOfConsole ? null : operationId;
}

/** The fields of a log line that identify the request. */
function named({ requestId, trace }: ApiRequest): { requestId: string; traceId: string } {
  return { requestId, traceId: traceId(trace) };
}

/** Express throws this for an unknown route and for a path that it cannot decode. */
function isUnrouted(thrown: unknown): boolean {
  return thrown instanceof HttpException && thrown.getStatus() < 500;
}

function noSuchRoute(request: ApiRequest, response: Response): DomainError {
  const allowed = allowedMethods(request.path);
  if (allowed.length === 0 || allowed.includes(request.method)) {
    return new DomainError('not_found', 'This address does not exist.');
  }
  response.setHeader('Allow', allowed.join(', '));
  return new DomainError('method_not_allowed', `This path accepts ${allowed.join(', ')}.`);
}
