/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The outcome of the payment is unknown: a person must decide.
 */
export type payment_requires_attention = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'payment.requires_attention';
    /**
     * When the event was created.
     */
    created: string;
    data: PaymentEventData;
};

