/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `automatic`: the money is taken as soon as the payment processor approves. This is the default.
 * - `manual`: the money is only held, in the stage `authorized`, until you capture or cancel the payment.
 *
 */
export type CaptureMethod = 'automatic' | 'manual';
