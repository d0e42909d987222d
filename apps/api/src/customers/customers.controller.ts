import { Controller } from '@nestjs/common';
import type { CustomerDto, CustomerPageDto, PaymentMethodDto, PaymentMethodPageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { CustomerEraser, CustomersService, PaymentMethodsService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly eraser: CustomerEraser,
    private readonly methods: PaymentMethodsService,
  ) {}

  @Operation('createCustomer')
  create(@Input() input: Input<'createCustomer'>, @Caller() caller: Caller): Promise<CustomerDto> {
    return this.customers.create(caller, input.body);
  }

  @Operation('listCustomers')
  list(@Input() input: Input<'listCustomers'>, @Caller() caller: Caller): Promise<CustomerPageDto> {
    return this.customers.list(caller, input.query);
  }

  @Operation('getCustomer')
  get(@Input() input: Input<'getCustomer'>, @Caller() caller: Caller): Promise<CustomerDto> {
    return this.customers.get(caller, input.params.customerId);
  }

  @Operation('updateCustomer')
  update(@Input() input: Input<'updateCustomer'>, @Caller() caller: Caller): Promise<CustomerDto> {
    return this.customers.update(caller, input.params.customerId, input.body);
  }

  @Operation('deleteCustomer')
  delete(@Input() input: Input<'deleteCustomer'>, @Caller() caller: Caller): Promise<void> {
    return this.eraser.delete(caller, input.params.customerId);
  }

  @Operation('createPaymentMethod')
  createMethod(@Input() input: Input<'createPaymentMethod'>, @Caller() caller: Caller): Promise<PaymentMethodDto> {
    return this.methods.create(caller, input.params.customerId, input.body);
  }

  @Operation('listPaymentMethods')
  listMethods(@Input() input: Input<'listPaymentMethods'>, @Caller() caller: Caller): Promise<PaymentMethodPageDto> {
    return this.methods.list(caller, input.params.customerId, input.query);
  }

  @Operation('deletePaymentMethod')
  deleteMethod(@Input() input: Input<'deletePaymentMethod'>, @Caller() caller: Caller): Promise<void> {
    return this.methods.delete(caller, input.params.customerId, input.params.paymentMethodId);
  }
}
