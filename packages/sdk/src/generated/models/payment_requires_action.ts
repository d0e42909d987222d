/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentEventData } from './PaymentEventData';
/**
 * The customer has to act, as `nextAction` of the payment says.
 */
export type payment_requires_action = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'payment.requires_action';
    /**
     * When the event was created.
     */
    created: string;
    data: PaymentEventData;
};

