import { Controller } from '@nestjs/common';
import type { DisputeDto, DisputePageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { DisputesService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class DisputesController {
  constructor(private readonly disputes: DisputesService) {}

  @Operation('getDispute')
  get(@Input() input: Input<'getDispute'>, @Caller() caller: Caller): Promise<DisputeDto> {
    return this.disputes.get(caller, input.params.disputeId);
  }

  @Operation('listDisputes')
  list(@Input() input: Input<'listDisputes'>, @Caller() caller: Caller): Promise<DisputePageDto> {
    return this.disputes.list(caller, input.query);
  }
}
