/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The payment failed or was declined.
 */
export type payment_failed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'payment.failed';
    /**
     * When the event was made.
     */
    created: string;
    data: PaymentEventData;
};

