/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Dispute } from './Dispute';
/**
 * A dispute has another status, or money of it was withdrawn or returned.
 */
export type dispute_updated = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'dispute.updated';
    /**
     * When the event was created.
     */
    created: string;
    data: Dispute;
};

