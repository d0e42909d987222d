import { Controller } from '@nestjs/common';
import type { SubscriptionDto, SubscriptionPageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { SubscriptionCancellation, SubscriptionEdits, SubscriptionsService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly edits: SubscriptionEdits,
    private readonly cancellation: SubscriptionCancellation,
  ) {}

  @Operation('createSubscription')
  create(@Input() input: Input<'createSubscription'>, @Caller() caller: Caller): Promise<SubscriptionDto> {
    return this.subscriptions.create(caller, input.body);
  }

  @Operation('getSubscription')
  get(@Input() input: Input<'getSubscription'>, @Caller() caller: Caller): Promise<SubscriptionDto> {
    return this.subscriptions.get(caller, input.params.subscriptionId);
  }

  @Operation('listSubscriptions')
  list(@Input() input: Input<'listSubscriptions'>, @Caller() caller: Caller): Promise<SubscriptionPageDto> {
    return this.subscriptions.list(caller, input.query);
  }

  @Operation('updateSubscription')
  update(@Input() input: Input<'updateSubscription'>, @Caller() caller: Caller): Promise<SubscriptionDto> {
    return this.edits.update(caller, input.params.subscriptionId, input.body);
  }

  @Operation('cancelSubscription')
  cancel(@Input() input: Input<'cancelSubscription'>, @Caller() caller: Caller): Promise<SubscriptionDto> {
    return this.cancellation.cancel(caller, input.params.subscriptionId, input.body?.atPeriodEnd ?? false);
  }
}
