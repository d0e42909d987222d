/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckoutSession } from './CheckoutSession';
/**
 * A checkout session ended without a payment.
 */
export type checkout_expired = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'checkout.expired';
    /**
     * When the event was created.
     */
    created: string;
    data: CheckoutSession;
};

