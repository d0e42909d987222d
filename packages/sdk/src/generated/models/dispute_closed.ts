/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Dispute } from './Dispute';
/**
 * A dispute was won, lost, prevented or closed.
 */
export type dispute_closed = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'dispute.closed';
    /**
     * When the event was created.
     */
    created: string;
    data: Dispute;
};

