/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Refund } from './Refund';
/**
 * The refund failed; its amount can be refunded again.
 */
export type refund_failed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'refund.failed';
    /**
     * When the event was made.
     */
    created: string;
    data: Refund;
};

