/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only amounts of this value or less, in the smallest unit of `currency`, which it needs, and within a created range of at most 90 days.
 */
export type AmountMax = number;
