/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The money is held and can be captured.
 */
export type payment_authorized = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'payment.authorized';
    /**
     * When the event was created.
     */
    created: string;
    data: PaymentEventData;
};

