/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Subscription } from './Subscription';
/**
 * A subscription was cancelled.
 */
export type subscription_cancelled = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'subscription.cancelled';
    /**
     * When the event was made.
     */
    created: string;
    data: Subscription;
};

