/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What is left of the requests that the account may make in a minute, all its keys together.
 */
export type RequestAllowance = {
    /**
     * How many requests a minute.
     */
    limit: number;
    /**
     * How many more now, after this one.
     */
    remaining: number;
    /**
     * When there are more again.
     */
    resetsAt: string;
};

