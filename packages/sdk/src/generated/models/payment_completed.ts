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
     * The type of the event.
     */
    type: 'payment.completed';
    /**
     * When the event was created.
     */
    created: string;
    data: PaymentEventData;
};

