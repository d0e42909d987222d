/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The new secret, and how long the old one is still used.
 */
export type RotateWebhookSecret = {
    /**
     * The new secret. Without it, the service generates one. After `whsec_`, give at least 24 random bytes in base64: they are the key of `webhook-signature`, and a short key can be guessed.
     */
    secret?: string;
    /**
     * The number of seconds for which deliveries carry both signatures, at most 604800 (7 days). The default is 86400 (one day). With 0 the new secret is used immediately, except for deliveries that are being sent.
     */
    overlapSeconds?: number;
};

