/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Refund } from './Refund';
/**
 * The refund was completed.
 */
export type refund_completed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'refund.completed';
    /**
     * When the event was created.
     */
    created: string;
    data: Refund;
};

