import { Controller } from '@nestjs/common';
import { Operation, type Output } from '@svc/contract';
import { PaymentsService } from '@svc/core';
import { Caller } from '../http/caller.js';
import { Input } from '../http/input.js';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Operation('createPayment')
  create(@Input() input: Input<'createPayment'>, @Caller() caller: Caller): Promise<Output<'createPayment'>> {
    return this.payments.create(caller, input.body);
  }

  @Operation('getPayment')
  get(@Input() input: Input<'getPayment'>, @Caller() caller: Caller): Promise<Output<'getPayment'>> {
    return this.payments.get(caller, input.params.paymentId);
  }

  @Operation('listPayments')
  list(@Input() input: Input<'listPayments'>, @Caller() caller: Caller): Promise<Output<'listPayments'>> {
    return this.payments.list(caller, input.query);
  }
}
