/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The data of a test event.
 */
export type WebhookTestEventData = {
    /**
     * The tested endpoint.
     */
    webhookId: string;
    /**
     * A message.
     */
    message: string;
};

