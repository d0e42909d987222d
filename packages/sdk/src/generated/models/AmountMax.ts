/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only amounts of at most this value, in the smallest unit of `currency`. It needs `currency`, and `createdFrom`, with `createdTo` (by default the present) at most 90 days later. A list is empty if this is less than `amountMin`.
 */
export type AmountMax = number;
