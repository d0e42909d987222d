/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The number of seconds, 0 to 20, to wait for an outcome before responding. The response is sent as soon as the payment is completed or failed, or reaches the stage `authorized` or `requires_action`. Otherwise, or without `wait`, the payment is returned as it is. The status is always 201. A retry with the same idempotency key returns the payment as it was created, or with `wait` its state after waiting.
 */
export type Wait = number;
