/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The secret that is to follow, and how long the old one goes on.
 */
export type RotateWebhookSecret = {
    /**
     * The new secret. Without it the service makes one.
     */
    secret?: string;
    /**
     * For how long deliveries carry both signatures, at most 604800 (7 days). Without it, 86400 (a day). With 0 the new secret takes over at once, for all but what is on its way.
     */
    overlapSeconds?: number;
};

