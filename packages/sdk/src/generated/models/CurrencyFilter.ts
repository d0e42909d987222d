/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only amounts in this currency, an ISO 4217 code.
 */
export type CurrencyFilter = string;
