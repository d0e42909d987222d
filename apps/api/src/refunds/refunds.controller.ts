import { Controller } from '@nestjs/common';
import type { RefundDto, RefundPageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { RefundsService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Operation('createRefund')
  create(@Input() input: Input<'createRefund'>, @Caller() caller: Caller): Promise<RefundDto> {
    return this.refunds.create(caller, input.body);
  }

  @Operation('getRefund')
  get(@Input() input: Input<'getRefund'>, @Caller() caller: Caller): Promise<RefundDto> {
    return this.refunds.get(caller, input.params.refundId);
  }

  @Operation('listRefunds')
  list(@Input() input: Input<'listRefunds'>, @Caller() caller: Caller): Promise<RefundPageDto> {
    return this.refunds.list(caller, input.query);
  }

  @Operation('listPaymentRefunds')
  ofPayment(@Input() input: Input<'listPaymentRefunds'>, @Caller() caller: Caller): Promise<RefundPageDto> {
    return this.refunds.ofPayment(caller, input.params.paymentId, input.query);
  }
}
