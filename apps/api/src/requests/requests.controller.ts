import { Controller } from '@nestjs/common';
import type { LoggedRequestDto, LoggedRequestPageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { RequestsService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Operation('listRequests')
  list(@Input() input: Input<'listRequests'>, @Caller() caller: Caller): Promise<LoggedRequestPageDto> {
    return this.requests.list(caller, input.query);
  }

  @Operation('getRequest')
  get(@Input() input: Input<'getRequest'>, @Caller() caller: Caller): Promise<LoggedRequestDto> {
    return this.requests.get(caller, input.params.requestId);
  }
}
