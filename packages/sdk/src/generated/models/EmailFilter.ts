/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only those of the customer with this e-mail address, whatever its case.
 */
export type EmailFilter = string;
