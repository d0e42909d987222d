import { Controller } from '@nestjs/common';
import type { ProcessorDto, ProcessorPageDto, ProcessorVerificationDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { ConnectionsService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class ProcessorsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Operation('createProcessor')
  create(@Input() input: Input<'createProcessor'>, @Caller() caller: Caller): Promise<ProcessorDto> {
    return this.connections.create(caller, input.body);
  }

  @Operation('getProcessor')
  get(@Input() input: Input<'getProcessor'>, @Caller() caller: Caller): Promise<ProcessorDto> {
    return this.connections.get(caller, input.params.processorId);
  }

  @Operation('listProcessors')
  list(@Input() input: Input<'listProcessors'>, @Caller() caller: Caller): Promise<ProcessorPageDto> {
    return this.connections.list(caller, input.query);
  }

  @Operation('updateProcessor')
  update(@Input() input: Input<'updateProcessor'>, @Caller() caller: Caller): Promise<ProcessorDto> {
    return this.connections.update(caller, input.params.processorId, input.body);
  }

  @Operation('deleteProcessor')
  delete(@Input() input: Input<'deleteProcessor'>, @Caller() caller: Caller): Promise<void> {
    return this.connections.delete(caller, input.params.processorId);
  }

  @Operation('verifyProcessor')
  verify(@Input() input: Input<'verifyProcessor'>, @Caller() caller: Caller): Promise<ProcessorVerificationDto> {
    return this.connections.verify(caller, input.params.processorId);
  }
}
