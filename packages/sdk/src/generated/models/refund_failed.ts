/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Refund } from './Refund';
/**
 * The refund failed, perhaps after it was completed. Its amount can be refunded again.
 */
export type refund_failed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'refund.failed';
    /**
     * When the event was created.
     */
    created: string;
    data: Refund;
};

