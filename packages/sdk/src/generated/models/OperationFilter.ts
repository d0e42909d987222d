/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only requests of this operation, such as `createPayment`.
 */
export type OperationFilter = string;
