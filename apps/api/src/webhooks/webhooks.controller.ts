import { Controller } from '@nestjs/common';
import type { Output } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import {
  DeliveriesService,
  Redelivery,
  SecretRotation,
  WebhookReplays,
  WebhooksService,
  WebhookTester,
} from '@svc/core';
import { Caller } from '../http/caller.js';
import { Input } from '../http/input.js';

@Controller()
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly rotation: SecretRotation,
    private readonly tester: WebhookTester,
    private readonly deliveries: DeliveriesService,
    private readonly redelivery: Redelivery,
    private readonly replays: WebhookReplays,
  ) {}

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

  @Operation('updateWebhook')
  update(@Input() input: Input<'updateWebhook'>, @Caller() caller: Caller): Promise<Output<'updateWebhook'>> {
    return this.webhooks.update(caller, input.params.webhookId, input.body);
  }

  @Operation('deleteWebhook')
  delete(@Input() input: Input<'deleteWebhook'>, @Caller() caller: Caller): Promise<Output<'deleteWebhook'>> {
    return this.webhooks.delete(caller, input.params.webhookId);
  }

  @Operation('rotateWebhookSecret')
  rotateSecret(
    @Input() input: Input<'rotateWebhookSecret'>,
    @Caller() caller: Caller,
  ): Promise<Output<'rotateWebhookSecret'>> {
    return this.rotation.rotate(caller, input.params.webhookId, input.body ?? {});
  }

  @Operation('testWebhook')
  test(@Input() input: Input<'testWebhook'>, @Caller() caller: Caller): Promise<Output<'testWebhook'>> {
    return this.tester.test(caller, input.params.webhookId, input.body?.type);
  }

  @Operation('replayWebhook')
  replay(@Input() input: Input<'replayWebhook'>, @Caller() caller: Caller): Promise<Output<'replayWebhook'>> {
    return this.replays.start(caller, input.params.webhookId, input.body);
  }

  @Operation('listDeliveries')
  listAllDeliveries(
    @Input() input: Input<'listDeliveries'>,
    @Caller() caller: Caller,
  ): Promise<Output<'listDeliveries'>> {
    return this.deliveries.list(caller, input.query);
  }

  @Operation('listWebhookDeliveries')
  listDeliveries(
    @Input() input: Input<'listWebhookDeliveries'>,
    @Caller() caller: Caller,
  ): Promise<Output<'listWebhookDeliveries'>> {
    return this.deliveries.listOf(caller, input.params.webhookId, input.query);
  }

  @Operation('getDelivery')
  getDelivery(@Input() input: Input<'getDelivery'>, @Caller() caller: Caller): Promise<Output<'getDelivery'>> {
    return this.deliveries.get(caller, input.params.deliveryId);
  }

  @Operation('redeliverDelivery')
  redeliver(
    @Input() input: Input<'redeliverDelivery'>,
    @Caller() caller: Caller,
  ): Promise<Output<'redeliverDelivery'>> {
    return this.redelivery.redeliver(caller, input.params.deliveryId);
  }
}
