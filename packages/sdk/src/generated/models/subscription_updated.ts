/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Subscription } from './Subscription';
/**
 * A subscription was changed.
 */
export type subscription_updated = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'subscription.updated';
    /**
     * When the event was created.
     */
    created: string;
    data: Subscription;
};

