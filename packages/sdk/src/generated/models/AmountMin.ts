/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only amounts of at least this value, in the smallest unit of `currency`. It needs `currency`, and `createdFrom`, with `createdTo` (by default the present) at most 90 days later.
 */
export type AmountMin = number;
