/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Dispute } from './Dispute';
/**
 * A dispute of a payment became known.
 */
export type dispute_opened = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'dispute.opened';
    /**
     * When the event was created.
     */
    created: string;
    data: Dispute;
};

