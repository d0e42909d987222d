/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The payment was completed.
 */
export type payment_completed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'payment.completed';
    /**
     * When the event was made.
     */
    created: string;
    data: PaymentEventData;
};

