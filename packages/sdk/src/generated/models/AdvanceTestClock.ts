/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How far to advance the clock of test mode.
 */
export type AdvanceTestClock = {
    /**
     * An ISO 8601 duration in whole numbers, more than nothing and at most a year.
     */
    by: string;
};

