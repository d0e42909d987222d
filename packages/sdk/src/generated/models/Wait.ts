/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * For how many seconds, 0 to 20, to hold the answer back until the payment is settled. If it is not settled by then, or without `wait`, it is answered as pending. The status is 201 either way.
 */
export type Wait = number;
