/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only payments of this subscription.
 */
export type SubscriptionIdFilter = string;
