import { Controller } from '@nestjs/common';
import { Operation, type Output } from '@svc/contract';
import { EventsService } from '@svc/core';
import { Caller } from '../http/caller.js';
import { Input } from '../http/input.js';

@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Operation('listEvents')
  list(@Input() input: Input<'listEvents'>, @Caller() caller: Caller): Promise<Output<'listEvents'>> {
    return this.events.list(caller, input.query);
  }

  @Operation('getEvent')
  get(@Input() input: Input<'getEvent'>, @Caller() caller: Caller): Promise<Output<'getEvent'>> {
    return this.events.get(caller, input.params.eventId);
  }
}
