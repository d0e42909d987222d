import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { operations, parseInput, serializeOutput, type OperationId, type Output } from '@svc/contract';
import { DomainError } from '@svc/core';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Answer } from './answer.js';
import type { ApiRequest } from './api-request.js';
import { ContractCheck } from './contract-check.js';
import { readJsonBody } from './json-body.js';

/** Holds both ends of an operation to the contract: what comes in is checked, what goes out is serialized by it. */
@Injectable()
export class ContractInterceptor implements NestInterceptor {
  constructor(@Inject(ContractCheck) private readonly check: ContractCheck) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<Answer>> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const { operationId } = request;
    if (operationId === undefined) throw new Error('the request was not authenticated');
    await this.readInput(request, operationId);
    return next.handle().pipe(map((output: unknown) => this.answer(http.getResponse(), operationId, output)));
  }

  private async readInput(request: ApiRequest, operationId: OperationId): Promise<void> {
    const body = operations[operationId].hasBody ? await readJsonBody(request) : undefined;
    const parsed = parseInput(operationId, { params: request.params, query: request.query, body });
    if (parsed.ok) {
      request.input = parsed.input;
      return;
    }
    const details = {
      not_found: 'There is no such object.',
      invalid_query: 'The query has parameters that are unknown or wrong.',
      validation_failed: 'The body has fields that are missing, unknown or wrong.',
    };
    throw new DomainError(parsed.code, details[parsed.code], { errors: parsed.errors });
  }

  private answer(response: Response, operationId: OperationId, output: unknown): Answer {
    const { status, path } = operations[operationId];
    const text = serializeOutput(operationId, output as Output<OperationId>);
    this.check.answer(operationId, status, text);
    if (status === 201) response.setHeader('Location', `${path}/${(output as { id: string }).id}`);
    return new Answer(text);
  }
}
