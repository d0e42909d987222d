/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The payment is waiting for an approval.
 */
export type payment_awaiting_approval = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'payment.awaiting_approval';
    /**
     * When the event was created.
     */
    created: string;
    data: PaymentEventData;
};

