/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Decides how many requests the account may make, unless the operator has set a limit for it.
 */
export type Tier = 'free' | 'pro' | 'enterprise';
