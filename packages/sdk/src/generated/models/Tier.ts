/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What decides how many requests the account may make, unless the operator has set a limit of its own.
 */
export type Tier = 'free' | 'pro' | 'enterprise';
