/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Subscription } from './Subscription';
/**
 * The payment of a period failed and is tried again.
 */
export type subscription_past_due = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'subscription.past_due';
    /**
     * When the event was made.
     */
    created: string;
    data: Subscription;
};

