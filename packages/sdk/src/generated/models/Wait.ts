/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * For how many seconds, 0 to 20, to hold the answer back until the payment is settled, or waits for you or your customer: in stage `authorized` or `requires_action`. If it does neither by then, or without `wait`, it is answered as it is. The status is 201 either way.
 */
export type Wait = number;
