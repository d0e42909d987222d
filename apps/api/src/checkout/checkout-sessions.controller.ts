import { Controller } from '@nestjs/common';
import type { CheckoutSessionDto, CheckoutSessionPageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { CheckoutExpiration, CheckoutSessionsService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class CheckoutSessionsController {
  constructor(
    private readonly sessions: CheckoutSessionsService,
    private readonly expiration: CheckoutExpiration,
  ) {}

  @Operation('createCheckoutSession')
  create(@Input() input: Input<'createCheckoutSession'>, @Caller() caller: Caller): Promise<CheckoutSessionDto> {
    return this.sessions.create(caller, input.body);
  }

  @Operation('getCheckoutSession')
  get(@Input() input: Input<'getCheckoutSession'>, @Caller() caller: Caller): Promise<CheckoutSessionDto> {
    return this.sessions.get(caller, input.params.checkoutSessionId);
  }

  @Operation('listCheckoutSessions')
  list(@Input() input: Input<'listCheckoutSessions'>, @Caller() caller: Caller): Promise<CheckoutSessionPageDto> {
    return this.sessions.list(caller, input.query);
  }

  @Operation('expireCheckoutSession')
  expire(@Input() input: Input<'expireCheckoutSession'>, @Caller() caller: Caller): Promise<CheckoutSessionDto> {
    return this.expiration.expire(caller, input.params.checkoutSessionId);
  }
}
