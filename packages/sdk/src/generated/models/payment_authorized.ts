/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The money is held and waits to be captured.
 */
export type payment_authorized = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'payment.authorized';
    /**
     * When the event was made.
     */
    created: string;
    data: PaymentEventData;
};

