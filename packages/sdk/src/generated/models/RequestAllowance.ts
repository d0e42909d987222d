/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The rest of the requests that all keys of the account together may make in a minute.
 */
export type RequestAllowance = {
    /**
     * The number of requests allowed in a minute.
     */
    limit: number;
    /**
     * The number of requests left after this one.
     */
    remaining: number;
    /**
     * When more requests become available.
     */
    resetsAt: string;
};

