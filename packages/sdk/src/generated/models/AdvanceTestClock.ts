/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How far to advance the test clock.
 */
export type AdvanceTestClock = {
    /**
     * An ISO 8601 duration in whole numbers, greater than zero and at most one year.
     */
    by: string;
};

