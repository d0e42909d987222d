/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A three-letter uppercase ISO 4217 code of an active currency that has a smallest unit. Funds, metals and units of account, such as CLF, UYW or XAU, are refused. How many decimals the unit stands for differs: JPY has 0, USD 2, KWD 3.
 */
export type Currency = string;
