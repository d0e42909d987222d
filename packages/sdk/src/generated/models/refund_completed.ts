/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Refund } from './Refund';
/**
 * The refund was processed.
 */
export type refund_completed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'refund.completed';
    /**
     * When the event was made.
     */
    created: string;
    data: Refund;
};

