import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import {
  type FileOutput,
  type OperationDescriptor,
  type AnyOperationId,
  type Output,
  type ParsedInput,
  type StreamOutput,
  allOperations,
  parseInput,
  serializeOutput,
} from '@svc/contract';
import {
  CONFIG,
  type Config,
  DomainError,
  type Preconditions,
  idempotentRequest,
  isUnmodified,
  requireIfMatch,
  requireMatch,
} from '@svc/core';
import type { Response } from 'express';
import { type Observable, map } from 'rxjs';
import type { IncomingHttpHeaders } from 'node:http';
import { Answer, FileAnswer, StreamAnswer } from './server/answer.js';
import { type ApiRequest, requireAccepted } from './api-request.js';
import { Admission, needsStepUp } from './authentication.guard.js';
import { ContractCheck } from './contract-check.js';
import { readJsonBody } from './request-body.js';
import { OpenStreams } from './server/open-streams.js';
import { publicUrl } from './public-url.js';

/** Validates the request of an operation and serializes its response by the contract. */
@Injectable()
export class ContractInterceptor implements NestInterceptor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ContractCheck) private readonly check: ContractCheck,
    private readonly streams: OpenStreams,
    private readonly admission: Admission,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<AnyAnswer>> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const { operationId } = request;
    if (operationId === undefined) throw new Error('the request was not authenticated');
    await this.readInput(request, http.getResponse(), operationId);
    return next.handle().pipe(map((output: unknown) => this.answer(request, http.getResponse(), operationId, output)));
  }

  private async readInput(request: ApiRequest, response: Response, operationId: AnyOperationId): Promise<void> {
    const operation = allOperations[operationId];
    requireIdempotencyKey(request, operation);
    const began = performance.now();
    const body = operation.hasBody ? await readJsonBody(request, operation.bodyMediaTypes) : undefined;
    if (performance.now() - began > SLOW_BODY_MS || needsStepUp(request, operation)) {
      await this.admission.requireStillAdmitted(request, response, operation.scope);
    }
    const { params, query, headers } = request;
    const parsed = parseInput(operationId, { params, query, headers, body });
    if (!parsed.ok) throw new DomainError(parsed.code, DETAILS[parsed.code], { errors: parsed.errors });
    request.input = parsed.input;
    if (request.caller === undefined) return;
    request.caller = {
      ...request.caller,
      publicUrl: publicUrl(this.config, request.headers.host, request.socket),
      preconditions: preconditionsOf(request),
    };
    requireChangeAllowed(request, operation);
    const { idempotencyKey } = parsed.input.headers;
    if (idempotencyKey === undefined) return;
    const asked = { method: request.method, path: request.path, body: parsed.input.body };
    const idempotency = idempotentRequest(idempotencyKey, asked, this.config.API_KEY_PEPPER);
    request.caller = { ...request.caller, idempotency };
  }

  private answer(request: ApiRequest, response: Response, operationId: AnyOperationId, output: unknown): AnyAnswer {
    const operation: OperationDescriptor = allOperations[operationId];
    const answered = (output ?? {}) as Answered;
    const version = operation.answerHeaders.includes('ETag') ? (answered.version ?? null) : null;
    const hasIt = alreadyRead(request, operation, version);
    if (version !== null) response.setHeader('ETag', `"${version}"`);
    if (hasIt) return new Answer('', NOT_MODIFIED);
    if (operation.answerTypes.includes('text/event-stream')) {
      const stream = this.check.stream(operationId, output as StreamOutput);
      return new StreamAnswer(this.streams.admit(request, response, stream));
    }
    if (operation.answerTypes.some((type) => type !== 'application/json')) {
      const file = output as FileOutput;
      requireAccepted(request, [file.mediaType]);
      return new FileAnswer(this.check.file(operationId, operation, file));
    }
    const text = serializeOutput(operationId, output as Output<AnyOperationId>);
    this.check.answer(operationId, operation.status, text);
    const { nextCursor, hasMore } = answered;
    if (operation.location !== null) response.setHeader('Location', filledIn(operation.location, answered));
    if (operation.answerHeaders.includes('Link') && hasMore === true && typeof nextCursor === 'string') {
      response.append('Link', `<${nextPage(request, nextCursor)}>; rel="next"`);
    }
    if (request.caller?.idempotency?.replayed === true) response.setHeader('Idempotent-Replayed', 'true');
    return new Answer(text);
  }
}

type AnyAnswer = Answer | FileAnswer | StreamAnswer;

const NOT_MODIFIED = 304;

/** While a body arrives for longer than this, a key may be revoked, or a person removed. */
const SLOW_BODY_MS = 1_000;

/** Throws when the account requires idempotency keys and this POST has none. */
function requireIdempotencyKey(request: ApiRequest, operation: OperationDescriptor): void {
  if (!operation.idempotent || request.caller?.requireIdempotencyKey !== true) return;
  if (request.headers['idempotency-key'] !== undefined) return;
  const detail = 'This account requires an Idempotency-Key for every POST.';
  throw new DomainError('idempotency_key_required', detail);
}

/** The parts of a response that go into headers. */
interface Answered extends Readonly<Record<string, unknown>> {
  readonly version?: number;
  readonly nextCursor?: string | null;
  readonly hasMore?: boolean;
}

/** Fills a template with members of the response. */
function filledIn(template: string, answered: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(answered[name])));
}

const DETAILS: Readonly<Record<Extract<ParsedInput<AnyOperationId>, { ok: false }>['code'], string>> = {
  not_found: 'The object does not exist.',
  invalid_header: 'The request has invalid headers.',
  invalid_query: 'The query has unknown or invalid parameters.',
  card_number_refused: 'Card numbers are not accepted in any field. Use a token from your payment processor.',
  precondition_required: 'Send If-Match with the ETag of the version that you have read.',
  validation_failed: 'The body has missing, unknown or invalid fields.',
};

/** The URL of the next page: the same list and filters with another cursor. */
function nextPage(request: ApiRequest, cursor: string): string {
  const [path = '', ...query] = request.originalUrl.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}

interface Conditional {
  readonly headers: IncomingHttpHeaders;
}

function preconditionsOf({ headers }: Conditional): Preconditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}

/**
 * Checks preconditions before a change. Operations that take If-Match compare the version they lock; the others act on
 * objects without a version.
 */
function requireChangeAllowed(request: Conditional, operation: OperationDescriptor): void {
  if (operation.method === 'GET' || operation.headers['If-Match'] !== undefined) return;
  requireMatch({ preconditions: preconditionsOf(request) }, null);
}

/** Whether If-None-Match names this version, so that the response is 304. `version` is null for objects without one. */
function alreadyRead(request: Conditional, operation: OperationDescriptor, version: number | null): boolean {
  if (operation.method !== 'GET') return false;
  const { ifMatch, ifNoneMatch } = preconditionsOf(request);
  requireIfMatch(ifMatch, version);
  return isUnmodified(ifNoneMatch, version);
}
