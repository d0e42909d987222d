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
import type { PaymentMethodsService } from '../generated/services/PaymentMethodsService.js';
import type { ConditionalOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type CustomerListParams = Parameters<CustomersService['listCustomers']>[0];
export type PaymentMethodListParams = Omit<Parameters<PaymentMethodsService['listPaymentMethods']>[0], 'customerId'>;

/** Customers and their payment methods. */
export class Customers {
  readonly #service: ServiceForCall<CustomersService>;
  readonly #paymentMethods: ServiceForCall<PaymentMethodsService>;

  constructor(service: ServiceForCall<CustomersService>, paymentMethods: ServiceForCall<PaymentMethodsService>) {
    this.#service = service;
    this.#paymentMethods = paymentMethods;
  }

  /**
   * Creates a customer. Rejects with `duplicate_email` if a customer has that address; `problem.existingId` is its id.
   */
  create(params: CreateCustomer, options?: IdempotentOptions): ApiPromise<Customer> {
    return this.#service(options).createCustomer({ ...options, requestBody: params });
  }

  /** Returns the current state of one customer. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Customer> {
    return this.#service(options).getCustomer({ customerId: id });
  }

  /** Returns a page of customers, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: CustomerListParams = {}, options?: RequestOptions): ListPromise<CustomerPage> {
    return listOf(params, (page) => this.#service(options, page).listCustomers(page));
  }

  /** Changes the given fields. Address, preferences and metadata are merged, and null removes a value. */
  update(id: string, params: UpdateCustomer, options?: ConditionalOptions): ApiPromise<Customer> {
    return this.#service(options).updateCustomer({ ...options, customerId: id, requestBody: params });
  }

  /**
   * Deletes a customer and erases their personal data everywhere and permanently. Rejects with `erasure_in_progress` if
   * not everything is erased yet. The erasure continues in the background.
   */
  delete(id: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.#service(options).deleteCustomer({ ...options, customerId: id });
  }

  /** Adds a payment method, by the token from your payment processor. Never send a card number. */
  addPaymentMethod(id: string, params: CreatePaymentMethod, options?: IdempotentOptions): ApiPromise<PaymentMethod> {
    return this.#paymentMethods(options).createPaymentMethod({ ...options, customerId: id, requestBody: params });
  }

  /** Returns a page of a customer's payment methods, newest first. */
  listPaymentMethods(
    id: string,
    params: PaymentMethodListParams = {},
    options?: RequestOptions,
  ): ListPromise<PaymentMethodPage> {
    return listOf(params, (page) =>
      this.#paymentMethods(options, page).listPaymentMethods({ ...page, customerId: id }),
    );
  }

  /** Removes a payment method. If it was the customer's default, there is no default any more. */
  removePaymentMethod(id: string, paymentMethodId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#paymentMethods(options).deletePaymentMethod({ customerId: id, paymentMethodId });
  }
}
