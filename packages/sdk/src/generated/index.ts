/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
export { GeneratedClient } from './GeneratedClient';

export { ApiError } from './core/ApiError';
export { BaseHttpRequest } from './core/BaseHttpRequest';
export { CancelablePromise, CancelError } from './core/CancelablePromise';
export { OpenAPI } from './core/OpenAPI';
export type { OpenAPIConfig } from './core/OpenAPI';

export type { AcknowledgeOn } from './models/AcknowledgeOn';
export type { Amount } from './models/Amount';
export type { CreatePayment } from './models/CreatePayment';
export type { CreateWebhook } from './models/CreateWebhook';
export type { Currency } from './models/Currency';
export type { Cursor } from './models/Cursor';
export type { Customer } from './models/Customer';
export type { customer_created } from './models/customer_created';
export type { EventKind } from './models/EventKind';
export type { FieldError } from './models/FieldError';
export type { FieldErrorCode } from './models/FieldErrorCode';
export type { Limit } from './models/Limit';
export type { Metadata } from './models/Metadata';
export type { Mode } from './models/Mode';
export type { MoneyTotal } from './models/MoneyTotal';
export type { NewPaymentCustomer } from './models/NewPaymentCustomer';
export type { Payment } from './models/Payment';
export type { payment_completed } from './models/payment_completed';
export type { payment_failed } from './models/payment_failed';
export type { payment_pending } from './models/payment_pending';
export type { PaymentEventData } from './models/PaymentEventData';
export type { PaymentId } from './models/PaymentId';
export type { PaymentPage } from './models/PaymentPage';
export type { PaymentStatus } from './models/PaymentStatus';
export type { Problem } from './models/Problem';
export type { ProblemCode } from './models/ProblemCode';
export type { Refund } from './models/Refund';
export type { refund_completed } from './models/refund_completed';
export type { Subscription } from './models/Subscription';
export type { subscription_cancelled } from './models/subscription_cancelled';
export type { subscription_created } from './models/subscription_created';
export type { Webhook } from './models/Webhook';
export type { webhook_test } from './models/webhook_test';
export type { WebhookEvent } from './models/WebhookEvent';
export type { WebhookEventPage } from './models/WebhookEventPage';
export type { WebhookId } from './models/WebhookId';
export type { WebhookPage } from './models/WebhookPage';
export type { WebhookTestEventData } from './models/WebhookTestEventData';
export type { WebhookWithSecret } from './models/WebhookWithSecret';

export { PaymentsService } from './services/PaymentsService';
export { WebhooksService } from './services/WebhooksService';
