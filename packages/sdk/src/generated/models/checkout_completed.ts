/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckoutSession } from './CheckoutSession';
/**
 * A customer has paid on the page of a checkout session, or the money is held.
 */
export type checkout_completed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'checkout.completed';
    /**
     * When the event was created.
     */
    created: string;
    data: CheckoutSession;
};

