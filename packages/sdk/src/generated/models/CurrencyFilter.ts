/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only amounts in this currency (ISO 4217 code).
 */
export type CurrencyFilter = string;
