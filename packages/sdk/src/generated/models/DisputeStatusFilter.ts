/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only disputes with this status.
 */
export type DisputeStatusFilter = 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented' | 'closed' | (string & {});
