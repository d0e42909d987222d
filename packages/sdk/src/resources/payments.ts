import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CreatePayment } from '../generated/models/CreatePayment.js';
import type { Payment } from '../generated/models/Payment.js';
import type { PaymentDecision } from '../generated/models/PaymentDecision.js';
import type { PaymentPage } from '../generated/models/PaymentPage.js';
import type { PaymentTimeline } from '../generated/models/PaymentTimeline.js';
import type { RefundPage } from '../generated/models/RefundPage.js';
import type { UpdatePayment } from '../generated/models/UpdatePayment.js';
import type { PaymentsService } from '../generated/services/PaymentsService.js';
import type { RefundsService } from '../generated/services/RefundsService.js';
import type { ActionOptions, ConditionalOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export interface PaymentCreateOptions extends IdempotentOptions {
  /** Seconds, 0 to 20, to hold the answer back until the payment is settled. Without it, pending is answered at once. */
  readonly wait?: number | undefined;
}

export type PaymentListParams = Parameters<PaymentsService['listPayments']>[0];

export type PaymentRefundListParams = Omit<Parameters<RefundsService['listPaymentRefunds']>[0], 'paymentId'>;

/** Payments: make them, follow them, decide about those that wait. */
export class Payments {
  readonly #service: ServiceForCall<PaymentsService>;
  readonly #refunds: ServiceForCall<RefundsService>;

  constructor(service: ServiceForCall<PaymentsService>, refunds: ServiceForCall<RefundsService>) {
    this.#service = service;
    this.#refunds = refunds;
  }

  /** Makes a payment; answered as pending, or settled with `wait`. Amounts are in the currency's smallest unit. */
  create(params: CreatePayment, options?: PaymentCreateOptions): ApiPromise<Payment> {
    return this.#service(options).createPayment({ ...options, requestBody: params });
  }

  /** One payment as it stands now. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Payment> {
    return this.#service(options).getPayment({ paymentId: id });
  }

  /** A page of payments, newest first; the next one by `cursor: page.nextCursor`. */
  list(params: PaymentListParams = {}, options?: RequestOptions): ListPromise<PaymentPage> {
    return listOf(params, (page) => this.#service(options, page).listPayments(page));
  }

  /** Changes description and metadata. Metadata is merged; null removes. */
  update(id: string, params: UpdatePayment, options?: ConditionalOptions): ApiPromise<Payment> {
    return this.#service(options).updatePayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Lets a payment go on that waits for a person: as approved, or as having come to what it was last asked for. */
  approve(id: string, params?: PaymentDecision, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).approvePayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Ends a payment that waits for a person as failed, `rejected`; what may be held for it is released first. */
  reject(id: string, params?: PaymentDecision, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).rejectPayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Ends a pending payment as failed, `cancelled`, while that is possible. */
  cancel(id: string, params?: PaymentDecision, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).cancelPayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Takes the money that is held for a payment with `captureMethod: 'manual'`, all of it. */
  capture(id: string, params?: PaymentDecision, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).capturePayment({ ...options, paymentId: id, requestBody: params });
  }

  /** A page of the payment's refunds, newest first. */
  refunds(id: string, params: PaymentRefundListParams = {}, options?: RequestOptions): ListPromise<RefundPage> {
    return listOf(params, (page) => this.#refunds(options, page).listPaymentRefunds({ ...page, paymentId: id }));
  }

  /** What happened to a payment, in order: states, attempts, refunds, deliveries. */
  timeline(id: string, options?: RequestOptions): ApiPromise<PaymentTimeline> {
    return this.#service(options).getPaymentTimeline({ paymentId: id });
  }
}
