/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only objects of the customer with this e-mail address. Upper and lower case are treated as equal.
 */
export type EmailFilter = string;
