/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The type of the payment method.
 */
export type PaymentMethodType = 'card' | 'bank_account' | 'wallet' | (string & {});
