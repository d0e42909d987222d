/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only deliveries to this webhook.
 */
export type WebhookIdFilter = string;
