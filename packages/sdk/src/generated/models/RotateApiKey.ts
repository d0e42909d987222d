/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How long the old key still works.
 */
export type RotateApiKey = {
    /**
     * The number of seconds for which the old key still works, at most 604800 (7 days). The default is 86400 (one day). With 0 it expires immediately.
     */
    overlapSeconds?: number;
};

