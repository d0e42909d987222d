/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Subscription } from './Subscription';
/**
 * A subscription was created.
 */
export type subscription_created = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'subscription.created';
    /**
     * When the event was created.
     */
    created: string;
    data: Subscription;
};

