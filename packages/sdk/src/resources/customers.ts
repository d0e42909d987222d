import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CreateCustomer } from '../generated/models/CreateCustomer.js';
import type { CreatePaymentMethod } from '../generated/models/CreatePaymentMethod.js';
import type { Customer } from '../generated/models/Customer.js';
import type { CustomerPage } from '../generated/models/CustomerPage.js';
import type { PaymentMethod } from '../generated/models/PaymentMethod.js';
import type { PaymentMethodPage } from '../generated/models/PaymentMethodPage.js';
import type { UpdateCustomer } from '../generated/models/UpdateCustomer.js';
import type { CustomersService } from '../generated/services/CustomersService.js';
import type { ConditionalOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type CustomerListParams = Parameters<CustomersService['listCustomers']>[0];
export type PaymentMethodListParams = Omit<Parameters<CustomersService['listPaymentMethods']>[0], 'customerId'>;

/** Who pays, and how. */
export class Customers {
  readonly #service: ServiceForCall<CustomersService>;

  constructor(service: ServiceForCall<CustomersService>) {
    this.#service = service;
  }

  /** Makes a customer. Rejects with `duplicate_email` when there is one with that address; `problem.existingId` names it. */
  create(params: CreateCustomer, options?: IdempotentOptions): ApiPromise<Customer> {
    return this.#service(options).createCustomer({ ...options, requestBody: params });
  }

  /** One customer as it stands now. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Customer> {
    return this.#service(options).getCustomer({ customerId: id });
  }

  /** A page of customers, newest first; the next one by `cursor: page.nextCursor`. */
  list(params: CustomerListParams = {}, options?: RequestOptions): ListPromise<CustomerPage> {
    return listOf(params, (page) => this.#service(options, page).listCustomers(page));
  }

  /** Changes what is given; address, preferences and metadata are merged, null removes. */
  update(id: string, params: UpdateCustomer, options?: ConditionalOptions): ApiPromise<Customer> {
    return this.#service(options).updateCustomer({ ...options, customerId: id, requestBody: params });
  }

  /**
   * Deletes a customer and erases their personal data everywhere, for good. Rejects with `erasure_in_progress` when there
   * is so much that it is not all done yet; it goes on by itself.
   */
  delete(id: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.#service(options).deleteCustomer({ ...options, customerId: id });
  }

  /** Adds a way for a customer to pay, by the token that your payment processor gave. Never a card number. */
  addPaymentMethod(id: string, params: CreatePaymentMethod, options?: IdempotentOptions): ApiPromise<PaymentMethod> {
    return this.#service(options).createPaymentMethod({ ...options, customerId: id, requestBody: params });
  }

  /** A page of a customer's payment methods, newest first. */
  listPaymentMethods(
    id: string,
    params: PaymentMethodListParams = {},
    options?: RequestOptions,
  ): ListPromise<PaymentMethodPage> {
    return listOf(params, (page) => this.#service(options, page).listPaymentMethods({ ...page, customerId: id }));
  }

  /** Removes a payment method; the customer's default is none then, if it was this one. */
  removePaymentMethod(id: string, paymentMethodId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#service(options).deletePaymentMethod({ customerId: id, paymentMethodId });
  }
}
