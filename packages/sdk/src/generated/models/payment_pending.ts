/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The payment was created and is waiting for its outcome.
 */
export type payment_pending = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'payment.pending';
    /**
     * When the event was created.
     */
    created: string;
    data: PaymentEventData;
};

