import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CapturePayment } from '../generated/models/CapturePayment.js';
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
  /**
   * Seconds, 0 to 20, to wait for the outcome before the response. Without it, the payment is returned as pending
   * immediately.
   */
  readonly wait?: number | undefined;
}

export type PaymentListParams = Parameters<PaymentsService['listPayments']>[0];

export type PaymentRefundListParams = Omit<Parameters<RefundsService['listPaymentRefunds']>[0], 'paymentId'>;

/** Payments: create them, follow them, approve or reject them. */
export class Payments {
  readonly #service: ServiceForCall<PaymentsService>;
  readonly #refunds: ServiceForCall<RefundsService>;

  constructor(service: ServiceForCall<PaymentsService>, refunds: ServiceForCall<RefundsService>) {
    this.#service = service;
    this.#refunds = refunds;
  }

  /**
   * Creates a payment. It is returned as pending, or with its outcome if you use `wait`. Amounts are in the smallest
   * unit of the currency.
   */
  create(params: CreatePayment, options?: PaymentCreateOptions): ApiPromise<Payment> {
    return this.#service(options).createPayment({ ...options, requestBody: params });
  }

  /** Returns the current state of one payment. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Payment> {
    return this.#service(options).getPayment({ paymentId: id });
  }

  /** Returns a page of payments, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: PaymentListParams = {}, options?: RequestOptions): ListPromise<PaymentPage> {
    return listOf(params, (page) => this.#service(options, page).listPayments(page));
  }

  /** Changes description and metadata. Metadata is merged, and null removes a value. */
  update(id: string, params: UpdatePayment, options?: ConditionalOptions): ApiPromise<Payment> {
    return this.#service(options).updatePayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Approves a payment that waits for approval, or confirms that its last operation at the processor did happen. */
  approve(id: string, params?: PaymentDecision, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).approvePayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Rejects a payment that waits for a decision: it fails with the code `rejected`. Held money is released first. */
  reject(id: string, params?: PaymentDecision, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).rejectPayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Cancels a pending payment, if possible: it fails with the code `cancelled`. */
  cancel(id: string, params?: PaymentDecision, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).cancelPayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Captures what is held for a payment with `captureMethod: 'manual'`, by `amount` or in full. The rest is released. */
  capture(id: string, params?: CapturePayment, options?: ActionOptions): ApiPromise<Payment> {
    return this.#service(options).capturePayment({ ...options, paymentId: id, requestBody: params });
  }

  /** Returns a page of the payment's refunds, newest first. */
  refunds(id: string, params: PaymentRefundListParams = {}, options?: RequestOptions): ListPromise<RefundPage> {
    return listOf(params, (page) => this.#refunds(options, page).listPaymentRefunds({ ...page, paymentId: id }));
  }

  /** Returns what happened to a payment, in order: states, attempts, refunds, deliveries. */
  timeline(id: string, options?: RequestOptions): ApiPromise<PaymentTimeline> {
    return this.#service(options).getPaymentTimeline({ paymentId: id });
  }
}
