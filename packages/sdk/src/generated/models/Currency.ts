/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A three-letter ISO 4217 code in upper case. The currency must be active and have a smallest unit. Funds, metals and units of account, such as CLF, UYW or XAU, are refused. The number of decimals differs. JPY has 0, USD has 2, KWD has 3.
 */
export type Currency = string;
