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
     * The type of the event.
     */
    type: 'subscription.cancelled';
    /**
     * When the event was created.
     */
    created: string;
    data: Subscription;
};

