import { Controller } from '@nestjs/common';
import { Operation, type Output } from '@svc/contract';
import { WebhooksService } from '@svc/core';
import { Caller } from '../http/caller.js';
import { Input } from '../http/input.js';

@Controller()
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Operation('createWebhook')
  create(@Input() input: Input<'createWebhook'>, @Caller() caller: Caller): Promise<Output<'createWebhook'>> {
    return this.webhooks.create(caller, input.body);
  }

  @Operation('getWebhook')
  get(@Input() input: Input<'getWebhook'>, @Caller() caller: Caller): Promise<Output<'getWebhook'>> {
    return this.webhooks.get(caller, input.params.webhookId);
  }

  @Operation('listWebhooks')
  list(@Input() input: Input<'listWebhooks'>, @Caller() caller: Caller): Promise<Output<'listWebhooks'>> {
    return this.webhooks.list(caller, input.query);
  }

  @Operation('deleteWebhook')
  delete(@Input() input: Input<'deleteWebhook'>, @Caller() caller: Caller): Promise<Output<'deleteWebhook'>> {
    return this.webhooks.delete(caller, input.params.webhookId);
  }
}
