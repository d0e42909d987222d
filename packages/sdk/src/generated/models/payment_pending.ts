/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The payment was created and waits for its outcome.
 */
export type payment_pending = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'payment.pending';
    /**
     * When the event was made.
     */
    created: string;
    data: PaymentEventData;
};

