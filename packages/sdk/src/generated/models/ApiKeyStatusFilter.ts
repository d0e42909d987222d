/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only keys with this status.
 */
export type ApiKeyStatusFilter = 'active' | 'expired' | 'revoked';
