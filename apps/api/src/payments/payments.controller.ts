import { Controller } from '@nestjs/common';
import type { PaymentDto, PaymentPageDto, PaymentTimelineDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { PaymentActions, PaymentEdits, PaymentsService, PaymentTimeline } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly actions: PaymentActions,
    private readonly edits: PaymentEdits,
    private readonly timelines: PaymentTimeline,
  ) {}

  @Operation('createPayment')
  create(@Input() input: Input<'createPayment'>, @Caller() caller: Caller): Promise<PaymentDto> {
    return this.payments.create(caller, input.body, input.query.wait);
  }

  @Operation('getPayment')
  get(@Input() input: Input<'getPayment'>, @Caller() caller: Caller): Promise<PaymentDto> {
    return this.payments.get(caller, input.params.paymentId);
  }

  @Operation('listPayments')
  list(@Input() input: Input<'listPayments'>, @Caller() caller: Caller): Promise<PaymentPageDto> {
    return this.payments.list(caller, input.query);
  }

  @Operation('updatePayment')
  update(@Input() input: Input<'updatePayment'>, @Caller() caller: Caller): Promise<PaymentDto> {
    return this.edits.update(caller, input.params.paymentId, input.body);
  }

  @Operation('approvePayment')
  approve(@Input() input: Input<'approvePayment'>, @Caller() caller: Caller): Promise<PaymentDto> {
    return this.actions.approve(caller, input.params.paymentId, input.body);
  }

  @Operation('rejectPayment')
  reject(@Input() input: Input<'rejectPayment'>, @Caller() caller: Caller): Promise<PaymentDto> {
    return this.actions.act(caller, input.params.paymentId, 'reject', input.body?.reason);
  }

  @Operation('cancelPayment')
  cancel(@Input() input: Input<'cancelPayment'>, @Caller() caller: Caller): Promise<PaymentDto> {
    return this.actions.act(caller, input.params.paymentId, 'cancel', input.body?.reason);
  }

  @Operation('capturePayment')
  capture(@Input() input: Input<'capturePayment'>, @Caller() caller: Caller): Promise<PaymentDto> {
    return this.actions.capture(caller, input.params.paymentId, input.body);
  }

  @Operation('getPaymentTimeline')
  timeline(@Input() input: Input<'getPaymentTimeline'>, @Caller() caller: Caller): Promise<PaymentTimelineDto> {
    return this.timelines.of(caller, input.params.paymentId);
  }
}
