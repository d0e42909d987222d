/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What kind of thing is paid with.
 */
export type PaymentMethodType = 'card' | 'bank_account' | 'wallet' | (string & {});
