import { Controller } from '@nestjs/common';
import type { Output, StreamOutput, WebhookEventPageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { EventsService, EventStreams } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly streams: EventStreams,
  ) {}

  @Operation('listEvents')
  list(@Input() input: Input<'listEvents'>, @Caller() caller: Caller): Promise<WebhookEventPageDto> {
    return this.events.list(caller, input.query);
  }

  // Before `getEvent`, whose path would match this one.
  @Operation('streamEvents')
  stream(@Input() input: Input<'streamEvents'>, @Caller() caller: Caller): Promise<StreamOutput> {
    return this.streams.open(caller, input);
  }

  @Operation('getEvent')
  get(@Input() input: Input<'getEvent'>, @Caller() caller: Caller): Promise<Output<'getEvent'>> {
    return this.events.get(caller, input.params.eventId);
  }
}
