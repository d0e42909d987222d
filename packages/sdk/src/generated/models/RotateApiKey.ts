/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How long the old key goes on.
 */
export type RotateApiKey = {
    /**
     * For how long the old key still works, at most 604800 (7 days). Without it, 86400 (a day). With 0 it ends at once.
     */
    overlapSeconds?: number;
};

