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
     * The kind of event.
     */
    type: 'subscription.created';
    /**
     * When the event was made.
     */
    created: string;
    data: Subscription;
};

