import { Controller } from '@nestjs/common';
import type {
  DeliveryDto,
  DeliveryPageDto,
  WebhookDto,
  WebhookPageDto,
  WebhookReplayDto,
  WebhookTestResultDto,
  WebhookWithSecretDto,
} from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import {
  DeliveriesService,
  Redelivery,
  SecretRotation,
  WebhookReplays,
  WebhooksService,
  WebhookTester,
} from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

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
  create(@Input() input: Input<'createWebhook'>, @Caller() caller: Caller): Promise<WebhookWithSecretDto> {
    return this.webhooks.create(caller, input.body);
  }

  @Operation('getWebhook')
  get(@Input() input: Input<'getWebhook'>, @Caller() caller: Caller): Promise<WebhookDto> {
    return this.webhooks.get(caller, input.params.webhookId);
  }

  @Operation('listWebhooks')
  list(@Input() input: Input<'listWebhooks'>, @Caller() caller: Caller): Promise<WebhookPageDto> {
    return this.webhooks.list(caller, input.query);
  }

  @Operation('updateWebhook')
  update(@Input() input: Input<'updateWebhook'>, @Caller() caller: Caller): Promise<WebhookDto> {
    return this.webhooks.update(caller, input.params.webhookId, input.body);
  }

  @Operation('deleteWebhook')
  delete(@Input() input: Input<'deleteWebhook'>, @Caller() caller: Caller): Promise<void> {
    return this.webhooks.delete(caller, input.params.webhookId);
  }

  @Operation('rotateWebhookSecret')
  rotateSecret(@Input() input: Input<'rotateWebhookSecret'>, @Caller() caller: Caller): Promise<WebhookWithSecretDto> {
    return this.rotation.rotate(caller, input.params.webhookId, input.body ?? {});
  }

  @Operation('testWebhook')
  test(@Input() input: Input<'testWebhook'>, @Caller() caller: Caller): Promise<WebhookTestResultDto> {
    return this.tester.test(caller, input.params.webhookId, input.body?.type);
  }

  @Operation('replayWebhook')
  replay(@Input() input: Input<'replayWebhook'>, @Caller() caller: Caller): Promise<WebhookReplayDto> {
    return this.replays.start(caller, input.params.webhookId, input.body);
  }

  @Operation('listDeliveries')
  listAllDeliveries(@Input() input: Input<'listDeliveries'>, @Caller() caller: Caller): Promise<DeliveryPageDto> {
    return this.deliveries.list(caller, input.query);
  }

  @Operation('listWebhookDeliveries')
  listDeliveries(@Input() input: Input<'listWebhookDeliveries'>, @Caller() caller: Caller): Promise<DeliveryPageDto> {
    return this.deliveries.listOf(caller, input.params.webhookId, input.query);
  }

  @Operation('getDelivery')
  getDelivery(@Input() input: Input<'getDelivery'>, @Caller() caller: Caller): Promise<DeliveryDto> {
    return this.deliveries.get(caller, input.params.deliveryId);
  }

  @Operation('redeliverDelivery')
  redeliver(@Input() input: Input<'redeliverDelivery'>, @Caller() caller: Caller): Promise<DeliveryDto> {
    return this.redelivery.redeliver(caller, input.params.deliveryId);
  }
}
