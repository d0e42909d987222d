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
     * The type of the event.
     */
    type: 'payment.failed';
    /**
     * When the event was created.
     */
    created: string;
    data: PaymentEventData;
};

