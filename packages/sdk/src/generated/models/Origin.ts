/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `api`: it was requested here.
 * - `processor`: it was made at the payment processor, for example in Stripe's dashboard.
 *
 */
export type Origin = 'api' | 'processor' | (string & {});
