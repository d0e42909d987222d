/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What a test event says.
 */
export type WebhookTestEventData = {
    /**
     * The endpoint that is tested.
     */
    webhookId: string;
    /**
     * A greeting.
     */
    message: string;
};

