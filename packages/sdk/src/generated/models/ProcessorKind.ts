/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What is connected. `stripe` is an account at Stripe, for card payments. `http` is a gateway that implements this service's acquirer contract, openapi/acquirer.yaml.
 */
export type ProcessorKind = 'stripe' | 'http' | (string & {});
