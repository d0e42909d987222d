/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Subscription } from './Subscription';
/**
 * The payment of a period failed and will be retried.
 */
export type subscription_past_due = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'subscription.past_due';
    /**
     * When the event was created.
     */
    created: string;
    data: Subscription;
};

